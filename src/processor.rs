//! The check that this executable can run here at all, before anything else runs.
//!
//! A build for a newer processor would die on an illegal instruction, which tells its user nothing. So the
//! processor is asked for each feature that this build assumes, and a missing one ends the program with one
//! line and status 2.
//!
//! Since the compiler may use an assumed feature anywhere, in the start-up code of the standard library too,
//! the check is among the functions that the loader calls before `main`, its comparisons are written in
//! instructions that every x86-64 processor has, and its words are written by the C library.

#[cfg(all(target_arch = "x86_64", unix))]
mod x86_64 {
    use std::arch::asm;

    unsafe extern "C" {
        fn write(descriptor: i32, bytes: *const u8, count: usize) -> isize;
        fn _exit(status: i32) -> !;
    }

    /// The registers in which a processor tells its features, and the state its operating system saves.
    struct Features {
        leaf_1_ecx: u32,
        leaf_7_ebx: u32,
        leaf_7_ecx: u32,
        leaf_7_1_eax: u32,
        extended_ecx: u32,
        saved_state: u32,
    }

    /// Tests features: `$build` is the name in the build, `$shown` what the user reads, `$bit` the bit in
    /// `$register`. A `-state` is not the processor's but the operating system's part: saving the registers.
    macro_rules! require {
        ($missing:ident, $($build:literal, $shown:literal: $register:expr, $bit:literal;)*) => {
            $(
                #[cfg(target_feature = $build)]
                if lacks($register, 1 << $bit) {
                    if !$missing {
                        say("outflank: this executable needs a processor with");
                    }
                    $missing = true;
                    say(concat!(" ", $shown));
                }
            )*
        };
    }

    /// The loader calls what this section lists, in the order of the sections' names.
    #[used]
    // SAFETY: the section holds addresses of functions without arguments or result, which this is.
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array.00001"))]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    static BEFORE_MAIN: extern "C" fn() = check;

    /// Ends the program with one line on stderr and status 2 if the processor lacks what the build assumes.
    extern "C" fn check() {
        let features = features();
        let mut missing = false;
        require! { missing,
            "sse3", "sse3": features.leaf_1_ecx, 0;
            "ssse3", "ssse3": features.leaf_1_ecx, 9;
            "sse4.1", "sse4.1": features.leaf_1_ecx, 19;
            "sse4.2", "sse4.2": features.leaf_1_ecx, 20;
            "popcnt", "popcnt": features.leaf_1_ecx, 23;
            "fma", "fma": features.leaf_1_ecx, 12;
            "movbe", "movbe": features.leaf_1_ecx, 22;
            "f16c", "f16c": features.leaf_1_ecx, 29;
            "avx", "avx": features.leaf_1_ecx, 28;
            "avx", "avx-state": features.saved_state, 2;
            "lzcnt", "lzcnt": features.extended_ecx, 5;
            "bmi1", "bmi1": features.leaf_7_ebx, 3;
            "bmi2", "bmi2": features.leaf_7_ebx, 8;
            "avx2", "avx2": features.leaf_7_ebx, 5;
            "adx", "adx": features.leaf_7_ebx, 19;
            "avx512f", "avx512f": features.leaf_7_ebx, 16;
            "avx512f", "avx512-state": features.saved_state, 6;
            "avx512dq", "avx512dq": features.leaf_7_ebx, 17;
            "avx512ifma", "avx512ifma": features.leaf_7_ebx, 21;
            "avx512cd", "avx512cd": features.leaf_7_ebx, 28;
            "avx512bw", "avx512bw": features.leaf_7_ebx, 30;
            "avx512vl", "avx512vl": features.leaf_7_ebx, 31;
            "avx512vbmi", "avx512vbmi": features.leaf_7_ecx, 1;
            "avx512vbmi2", "avx512vbmi2": features.leaf_7_ecx, 6;
            "gfni", "gfni": features.leaf_7_ecx, 8;
            "avx512vnni", "avx512vnni": features.leaf_7_ecx, 11;
            "avx512bitalg", "avx512bitalg": features.leaf_7_ecx, 12;
            "avx512vpopcntdq", "avx512vpopcntdq": features.leaf_7_ecx, 14;
            "avxvnni", "avxvnni": features.leaf_7_1_eax, 4;
        }
        if missing {
            say("; scripts/build-portable.sh makes one that does not\n");
            // SAFETY: `_exit` has no precondition.
            unsafe { _exit(2) }
        }
    }

    #[inline(never)]
    fn features() -> Features {
        let highest = cpuid(0, 0).0;
        let (_, _, leaf_1_ecx) = cpuid(1, 0);
        let (_, leaf_7_ebx, leaf_7_ecx) = if highest >= 7 { cpuid(7, 0) } else { (0, 0, 0) };
        let leaf_7_1_eax = if highest >= 7 { cpuid(7, 1).0 } else { 0 };
        let (_, _, extended_ecx) = cpuid(0x8000_0001, 0);
        // Bit 27: the operating system lets programs ask which registers it saves.
        let saved_state = if lacks(leaf_1_ecx, 1 << 27) { 0 } else { saved_state() };
        Features { leaf_1_ecx, leaf_7_ebx, leaf_7_ecx, leaf_7_1_eax, extended_ecx, saved_state }
    }

    /// Whether `bit` is not set in `register`, in an instruction that every processor has.
    #[inline(always)]
    fn lacks(register: u32, bit: u32) -> bool {
        let lacks: u8;
        // SAFETY: two registers are compared; nothing is read or written but the flags and the result.
        unsafe {
            asm!("test {0:e}, {1:e}", "setz {2}", in(reg) register, in(reg) bit, out(reg_byte) lacks,
                options(pure, nomem, nostack));
        }
        lacks != 0
    }

    /// The answer of the processor to a question: eax, ebx and ecx.
    #[inline(always)]
    fn cpuid(leaf: u32, subleaf: u32) -> (u32, u32, u32) {
        let (eax, ebx, ecx): (u32, u64, u32);
        // SAFETY: every x86-64 processor has `cpuid`; rbx, which the compiler keeps for itself, is put back.
        unsafe {
            asm!("mov {0:r}, rbx", "cpuid", "xchg {0:r}, rbx", out(reg) ebx,
                inout("eax") leaf => eax, inout("ecx") subleaf => ecx, out("edx") _,
                options(nomem, nostack, preserves_flags));
        }
        (eax, ebx as u32, ecx)
    }

    /// The register sets that the operating system saves: bit 2 for AVX, bit 6 for AVX-512.
    #[inline(always)]
    fn saved_state() -> u32 {
        let eax: u32;
        // SAFETY: only called where the processor says that `xgetbv` may be used.
        unsafe {
            asm!("xgetbv", in("ecx") 0, out("eax") eax, out("edx") _, options(nomem, nostack, preserves_flags));
        }
        eax
    }

    #[inline(never)]
    fn say(words: &'static str) {
        // SAFETY: the pointer and the length are those of a living string.
        unsafe { write(2, words.as_ptr(), words.len()) };
    }
}

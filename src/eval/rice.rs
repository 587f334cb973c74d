//! Weights packed into bits: Rice codes (Rice 1979) whose parameter is chosen anew for every group.
//!
//! A weight is folded to an unsigned number (0, -1, 1, -2, ... become 0, 1, 2, 3, ...). The numbers are coded
//! in groups of [`GROUP`]. A group begins with four bits: [`ZEROS`] for a group of zeros, with nothing more;
//! otherwise the parameter k. Each number is then its part above the low k bits in unary (ones ended by a
//! zero), followed by the low k bits. [`LONG`] ones without a zero announce a number of 16 plain bits.
//! Bits are filled from the lowest of each byte; the last byte is filled with zeros.

/// Weights that share a parameter.
const GROUP: usize = 32;
/// Bits of the parameter.
const PARAMETER_BITS: u32 = 4;
/// In place of the parameter: all weights of the group are zero.
const ZEROS: u32 = 15;
/// The length in unary that announces plain bits.
const LONG: u32 = 20;

/// The bits of these weights.
pub fn pack(weights: &[i16]) -> Vec<u8> {
    let mut writer = Writer::default();
    for group in weights.chunks(GROUP) {
        if group.iter().all(|&weight| weight == 0) {
            writer.put(ZEROS, PARAMETER_BITS);
            continue;
        }
        let size = |k: u32| group.iter().map(|&weight| coded_bits(folded(weight), k)).sum::<u32>();
        let k = (0..ZEROS).min_by_key(|&k| size(k)).expect("there are parameters");
        writer.put(k, PARAMETER_BITS);
        for &weight in group {
            let number = folded(weight);
            let high = number >> k;
            if high < LONG {
                writer.put((1 << high) - 1, high + 1);
                writer.put(number & ((1 << k) - 1), k);
            } else {
                writer.put((1 << LONG) - 1, LONG);
                writer.put(number, u16::BITS);
            }
        }
    }
    writer.finish()
}

/// The first `len` weights that these bits stand for. Bits that are missing count as zeros, so that any bytes
/// can be read.
pub fn unpack(bytes: &[u8], len: usize) -> Vec<i16> {
    let mut weights = Vec::with_capacity(len + GROUP);
    let mut reader = Reader { bytes, bits: 0, available: 0 };
    while weights.len() < len {
        let k = reader.take(PARAMETER_BITS);
        if k == ZEROS {
            weights.extend([0; GROUP]);
        } else {
            weights.extend((0..GROUP.min(len - weights.len())).map(|_| reader.number(k)));
        }
    }
    weights.truncate(len);
    weights
}

/// The unsigned number of a weight.
const fn folded(weight: i16) -> u32 {
    ((weight << 1) ^ (weight >> 15)) as u16 as u32
}

/// The weight of an unsigned number.
const fn unfolded(number: u32) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// How many bits a number takes with parameter `k`.
const fn coded_bits(number: u32, k: u32) -> u32 {
    if number >> k < LONG { (number >> k) + 1 + k } else { LONG + u16::BITS }
}

/// Collects bits.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    bits: u64,
    used: u32,
}

impl Writer {
    /// Adds the lowest `count` bits (at most 32) of `bits`, which has no others.
    fn put(&mut self, bits: u32, count: u32) {
        self.bits |= u64::from(bits) << self.used;
        self.used += count;
        while self.used >= u8::BITS {
            self.bytes.push(self.bits as u8);
            self.bits >>= u8::BITS;
            self.used -= u8::BITS;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.used > 0 {
            self.bytes.push(self.bits as u8);
        }
        self.bytes
    }
}

/// Gives bits back.
struct Reader<'a> {
    bytes: &'a [u8],
    bits: u64,
    available: u32,
}

impl Reader<'_> {
    /// Makes at least 56 bits available.
    fn fill(&mut self) {
        if let Some((word, _)) = self.bytes.split_first_chunk::<8>() {
            // As many whole bytes as there is room for.
            self.bits |= u64::from_le_bytes(*word) << self.available;
            let taken = (u64::BITS - 1 - self.available) / u8::BITS;
            self.bytes = &self.bytes[taken as usize..];
            self.available += taken * u8::BITS;
        } else {
            while self.available <= u64::BITS - u8::BITS {
                let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
                self.bits |= u64::from(*first) << self.available;
                self.bytes = rest;
                self.available += u8::BITS;
            }
        }
    }

    /// Drops `count` bits that are available.
    fn drop(&mut self, count: u32) {
        self.bits >>= count;
        self.available -= count;
    }

    /// The next `count` bits (at most 16).
    fn take(&mut self, count: u32) -> u32 {
        self.fill();
        let bits = self.bits as u32 & ((1 << count) - 1);
        self.drop(count);
        bits
    }

    /// The next weight, coded with parameter `k`.
    fn number(&mut self, k: u32) -> i16 {
        self.fill();
        let high = self.bits.trailing_ones();
        if high < LONG {
            self.drop(high + 1);
            // At most LONG of the 56 bits are gone, and k is at most 15.
            let low = self.bits as u32 & ((1 << k) - 1);
            self.drop(k);
            unfolded(high << k | low)
        } else {
            self.drop(LONG);
            let number = self.bits as u32 & u32::from(u16::MAX);
            self.drop(u16::BITS);
            unfolded(number)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_weights_come_back(
            weights in prop::collection::vec(prop_oneof![Just(0), -3i16..4, -500i16..500, any::<i16>()], 0..300)
        ) {
            prop_assert_eq!(unpack(&pack(&weights), weights.len()), weights);
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200), len in 0usize..500) {
            prop_assert_eq!(unpack(&bytes, len).len(), len);
        }
    }

    #[test]
    fn zeros_take_four_bits_a_group() {
        assert_eq!(pack(&[0; 8 * GROUP]).len(), 4);
    }
}

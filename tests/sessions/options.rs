//! The options that `uoi` announces, against what `setoption` takes.

use crate::support::program::Program;

/// One announced option.
struct Announced {
    name: String,
    kind: String,
    default: String,
    range: Option<(i64, i64)>,
}

fn announced(program: &mut Program) -> Vec<Announced> {
    program.send("uoi");
    let mut options = Vec::new();
    loop {
        let line = program.line_with("").text;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["uoiok"] => return options,
            ["id", ..] => {}
            ["option", "name", name, "type", kind, "default", default, ref range @ ..] => {
                let range = match range {
                    ["min", least, "max", most] => {
                        Some((least.parse().expect("a number"), most.parse().expect("a number")))
                    }
                    [] => None,
                    _ => panic!("{line}"),
                };
                let [name, kind, default] = [name, kind, default].map(str::to_owned);
                options.push(Announced { name, kind, default, range });
            }
            ["option", "name", name, "type", kind @ ("button" | "string"), ..] => options.push(Announced {
                name: name.to_owned(),
                kind: kind.to_owned(),
                default: String::new(),
                range: None,
            }),
            _ => panic!("{line}"),
        }
    }
}

/// Sends one line and `isready` behind it: the errors that came before `readyok`.
fn errors(program: &mut Program, line: &str) -> Vec<String> {
    program.send(line);
    program.send("isready");
    let mut errors = Vec::new();
    loop {
        let line = program.line_with("").text;
        if line == "readyok" {
            return errors;
        }
        assert!(line.starts_with("error "), "{line}");
        errors.push(line);
    }
}

#[test]
fn the_options_of_the_protocol_are_announced_with_their_defaults() {
    let options = announced(&mut Program::plain());
    let find = |name: &str| options.iter().find(|option| option.name == name);
    for name in [
        "Hash",
        "Level",
        "MoveOverhead",
        "Ponder",
        "MultiPV",
        "Book",
        "BookFile",
        "BookRandomness",
        "BookSeed",
    ] {
        assert!(find(name).is_some(), "{name}");
    }
    assert_eq!(find("Level").map(|level| level.default.as_str()), Some("21"));
    assert_eq!(find("Level").and_then(|level| level.range), Some((0, 60)));
    assert_eq!(find("Ponder").map(|ponder| ponder.default.as_str()), Some("false"));
    assert_eq!(find("Book").map(|book| book.default.as_str()), Some("false"));
    assert_eq!(find("MultiPV").map(|lines| lines.default.as_str()), Some("1"));
}

#[test]
fn every_number_is_taken_within_its_range_and_refused_outside() {
    let mut program = Program::plain();
    for option in announced(&mut program).iter().filter(|option| option.kind == "spin") {
        let (least, most) = option.range.unwrap_or_else(|| panic!("{} has no range", option.name));
        let default: i64 = option.default.parse().expect("the default of a number is a number");
        assert!((least..=most).contains(&default), "{}", option.name);
        for taken in [least, default] {
            let line = format!("setoption name {} value {taken}", option.name);
            assert_eq!(errors(&mut program, &line), [""; 0], "{line}");
        }
        for refused in [(least - 1).to_string(), (most + 1).to_string(), "many".to_owned(), "1.5".to_owned()]
        {
            let line = format!("setoption name {} value {refused}", option.name);
            assert_eq!(errors(&mut program, &line).len(), 1, "{line}");
        }
    }
}

#[test]
fn every_switch_is_turned_by_true_and_false_only() {
    let mut program = Program::plain();
    for option in announced(&mut program).iter().filter(|option| option.kind == "check") {
        assert!(["true", "false"].contains(&option.default.as_str()), "{}", option.name);
        for taken in ["true", "false", option.default.as_str()] {
            let line = format!("setoption name {} value {taken}", option.name);
            assert_eq!(errors(&mut program, &line), [""; 0], "{line}");
        }
        let line = format!("setoption name {} value perhaps", option.name);
        assert_eq!(errors(&mut program, &line).len(), 1, "{line}");
    }
}

#[test]
fn each_command_of_the_protocol_is_in_the_help() {
    let mut program = Program::plain();
    program.send("help");
    program.close_input();
    let help: Vec<String> = program.rest().into_iter().map(|line| line.text).collect();
    for command in [
        "uoi",
        "isready",
        "setoption",
        "newgame",
        "position",
        "move",
        "pass",
        "timeout",
        "resign",
        "undo",
        "board",
        "legal",
        "result",
        "record",
        "eval",
        "hint",
        "go",
        "stop",
        "ponderhit",
        "help",
        "quit",
    ] {
        let lines = help.iter().filter(|line| line.split(' ').next() == Some(command)).count();
        assert_eq!(lines, 1, "{command} in {help:#?}");
    }
}

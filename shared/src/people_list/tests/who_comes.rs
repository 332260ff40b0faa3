//! Whom of a list the portal invites, and with which role: ticks, answers, remarks and headings.

use super::*;

/// Checks that of a list in which a column says this of Ada and of Bo, only Ada is invited.
#[track_caller]
fn only_ada_comes(column: &str, comes: &str, not: &str) {
    let list = format!("Name,Email,{column}\nAda,ada@x.org,{comes}\nBo,bo@x.org,{not}\n");
    let said = read_short(&list);
    assert!(said[0] == "ada@x.org|Ada" && said[1].starts_with("!State"), "{list}{said:?}");
}

#[test]
fn who_does_not_come_is_left_out_and_named() {
    for (column, comes) in [
        ("approval_status", "approved"),
        ("Attendee Status", "Attending"),
        ("RSVP", "yes"),
        ("RSVP", "checked"),
        ("Attending", "TRUE"),
        ("Attending?", "oui"),
        ("Statut", "confirmé"),
        ("status", "-"),
    ] {
        let list =
            format!("name,email,{column}\nAda,ada@x.org,{comes}\nBo,bo@x.org,Declined\nCy,cy@x.org,maybe\n");
        let state = |text: &str| format!("!{:?}", LineFault::State { text: text.into() });
        assert_eq!(
            read_short(&list),
            ["ada@x.org|Ada".to_owned(), state("Declined"), state("maybe")],
            "{column}"
        );
        assert!(read(&list).unused.is_empty(), "{column}");
    }
    // What is no word for those who come is never taken for one.
    for (column, state) in [("approval_status", "pending_approval"), ("RSVP", "quizás")] {
        let list = format!("name,email,{column}\nAda,ada@x.org,{state}\n");
        assert_eq!(read(&list).lines, [(2, Err(LineFault::State { text: state.into() }))]);
    }
    let waits = read("name,email,approval_status\nAda,ada@x.org,waitlist\n");
    assert_eq!(waits.lines, [(2, Err(LineFault::State { text: "waitlist".into() }))]);
}

#[test]
fn who_has_no_tick_beside_others_who_have_one_is_left_out_and_named() {
    for (column, tick) in [
        ("RSVP", "yes"),
        ("Attending", "x"),
        ("Attending", "1"),
        ("Attending?", "✓"),
        ("RSVP", "☑\u{fe0f}"),
        ("approval_status", "approved"),
        ("Status", "confirmed"),
        ("Judge", "x"),
        ("Jury", "Ja"),
        ("Juré ?", "oui"),
        ("Organizer", "TRUE"),
        ("participant", "✓"),
    ] {
        for nothing in ["", "-"] {
            let list = format!(
                "name,email,{column}\nAda,ada@x.org,{tick}\nBo,bo@x.org,{nothing}\n,,\nCy,cy@x.org,{tick}\n"
            );
            let people = read(&list);
            let text = if nothing.is_empty() { "Bo, bo@x.org" } else { "Bo, bo@x.org, -" };
            assert_eq!(people.lines[1], (3, Err(LineFault::Unticked { text: text.into() })), "{list}");
            let comes: Vec<bool> = people.lines.iter().map(|(_, read)| read.is_ok()).collect();
            assert_eq!((comes, people.unused.len()), (vec![true, false, true], 0), "{list}");
        }
        // Where nobody has one, it says nothing.
        assert_eq!(
            read_short(&format!("name,email,{column}\nAda,ada@x.org,\n")),
            ["ada@x.org|Ada"],
            "{column}"
        );
    }
    // Each column of answers counts, whatever else its name says.
    for (columns, bo) in [
        ("approval_status,RSVP (Y/N)", "approved,N"),
        ("Status,Attendance", "approved,no"),
        ("Zusage,approval_status", "nein,approved"),
        ("Will you attend?,Status", "❌,approved"),
    ] {
        let ada = bo.replace(['N', '❌'], "Y").replace("no", "yes").replace("nein", "ja");
        let list = format!("name,email,{columns}\nAda,ada@x.org,{ada}\nBo,bo@x.org,{bo}\n");
        let said = read_short(&list);
        assert!(
            said[0] == "ada@x.org|Ada" && said[1].contains("State") && read(&list).unused.is_empty(),
            "{list}{said:?}"
        );
    }
    assert_eq!(read("name,email,Attendance\nAda,ada@x.org,in person\n").unused, ["Attendance"]);
    // Beside another word for yes, a cross is none, and a sign for no is no tick.
    for (column, other) in [("RSVP", "x"), ("RSVP", "❌"), ("RSVP", "0"), ("Judge", "no"), ("Judge", "?")] {
        let list = format!("name,email,{column}\nAda,ada@x.org,yes\nBo,bo@x.org,{other}\n");
        assert_eq!(read(&list).lines[1], (3, Err(LineFault::State { text: other.into() })), "{list}");
    }
}

#[test]
fn a_sign_that_is_not_known_to_say_yes_invites_nobody() {
    for (yes, no) in [
        ("○", "×"),
        ("〇", "×"),
        ("◎", "△"),
        ("●", "○"),
        ("👍", "👎"),
        ("✅", "🚫"),
        ("✓", "✓?"),
        ("×", "❌"),
    ] {
        let list = format!("name,email,RSVP\nAda,ada@x.org,{yes}\nBo,bo@x.org,{no}\n");
        let lines = read(&list).lines;
        assert_eq!(lines[1], (3, Err(LineFault::State { text: no.into() })), "{list}");
        // A cross beside another is none, as the letter is.
        assert_eq!(lines[0].1.is_ok(), yes != "×", "{list}");
    }
    for alone in ["○", "×", "👍", "√"] {
        let list = format!("name,email,RSVP\nAda,ada@x.org,{alone}\nBo,bo@x.org,\n");
        let unticked = format!("!{:?}", LineFault::Unticked { text: "Bo, bo@x.org".into() });
        assert_eq!(read_short(&list), ["ada@x.org|Ada", &unticked], "{list}");
    }
}

#[test]
fn an_answer_far_down_in_a_list_counts() {
    for column in ["Status", "Attendance"] {
        let blank: String = (0..30).map(|at| format!("P{at},p{at}@x.org,\n")).collect();
        let list = read(&format!("name,email,{column}\n{blank}Bo,bo@x.org,cancelled\n"));
        let said: Vec<bool> = list.lines.iter().map(|(_, read)| read.is_ok()).collect();
        assert_eq!(said, [vec![true; 30], vec![false]].concat(), "{column}");
        assert!(list.unused.is_empty(), "{column}");
    }
}

#[test]
fn a_column_of_any_name_may_say_who_does_not_come() {
    for (column, comes, not) in [
        ("Confirmed", "Yes", "No"),
        ("Bestätigt?", "ja", "nein"),
        ("Coming?", "yes", "no"),
        ("Will you judge?", "Yes", "No"),
        ("Available", "yes", "no"),
        ("Declined", "", "x"),
        ("Cancelled", "no", "yes"),
        ("Notes", "vegan", "withdrawn"),
        ("Attended", "Yes", "No"),
        ("Checked in", "TRUE", "FALSE"),
        ("Registered", "yes", "no"),
        ("Teilgenommen", "ja", "nein"),
        ("参加済み", "はい", "いいえ"),
        ("Eligible", "yes", "no"),
        ("Would you like to judge?", "Yes", "No"),
        ("Declined on", "", "3 Nov 2026"),
        ("Anwesenheit", "ja", "nein"),
        ("Participation", "oui", "non"),
        ("Participación", "sí", "no"),
        ("Участие", "да", "нет"),
        ("Részvétel", "igen", "nem"),
        ("Katılım", "evet", "hayır"),
        ("الحضور", "نعم", "لا"),
        ("参加可否", "可", "不可"),
        ("出席情况", "出席", "缺席"),
    ] {
        only_ada_comes(column, comes, not);
    }
    // A judge with a conflict judges other projects.
    for column in ["Conflicts,Team Oak", "Confirmed,2 Nov", "Available,Saturday", "Remote,no"] {
        let list = format!("Name,Email,{}\n", column.replace(',', "\nAda,ada@x.org,"));
        assert_eq!(read_short(&list), ["ada@x.org|Ada"], "{list}");
    }
}

#[test]
fn a_day_says_yes_where_others_have_none() {
    for (column, day) in [
        ("Confirmed", "2026-11-03"),
        ("Confirmed on", "3 Nov 2026"),
        ("checked_in_at", "2026-11-29T09:00:00Z"),
        ("Zugesagt am", "3.11.2026"),
        ("Confirmé le", "3 novembre 2026"),
        ("参加日時", "2026年11月29日 10:00"),
    ] {
        let list = format!("name,email,{column}\nAda,ada@x.org,{day}\nBo,bo@x.org,\n");
        let unticked = format!("!{:?}", LineFault::Unticked { text: "Bo, bo@x.org".into() });
        assert_eq!(read_short(&list), ["ada@x.org|Ada", &unticked], "{list}");
        // Where nobody has one, nobody has answered yet.
        assert_eq!(read_short(&list.replace(day, "")), ["ada@x.org|Ada", "bo@x.org|Bo"], "{list}");
    }
}

#[test]
fn a_question_and_its_answer_say_who_comes_in_any_place_of_a_line() {
    for line in [
        "Bo <bo@x.org> Attended: No",
        "Bo <bo@x.org>, Checked in: FALSE",
        "bo@x.org (attended: no)",
        "Bo bo@x.org - confirmed: no",
        "Confirmed: no, Bo <bo@x.org>",
        "Bo <bo@x.org> not checked in",
        "Bo <bo@x.org> | Status: withdrawn",
        "Bo,bo@x.org,Teilgenommen: nein",
    ] {
        let said = read_short(line);
        assert!(said.len() == 1 && said[0].starts_with("!State"), "{line}{said:?}");
    }
    for line in [
        "Ada <ada@x.org>, Checked in: TRUE",
        "Ada ada@x.org - attended: yes",
        "Attended: yes, Ada <ada@x.org>",
        "ada@x.org, Ada, Declined: no",
        "Ada <ada@x.org>, Confirmed on: 3 Nov 2026",
    ] {
        assert_eq!(read_short(line), ["ada@x.org|Ada"], "{line}");
    }
    let said = roles_of("Attended: No\nbo@x.org\nAttended: Yes\nada@x.org\n");
    assert!(said[1].starts_with("!State") && said[3] == "ada@x.org ", "{said:?}");
}

#[test]
fn nobody_was_there_before_the_doors_open() {
    for (column, no) in
        [("Checked in", "No"), ("Attended", "FALSE"), ("Eingecheckt", "nein"), ("Attended", "0")]
    {
        let list = format!("Name,Email,{column}\nAda,ada@x.org,{no}\nBo,bo@x.org,{no}\n");
        assert_eq!(read_short(&list), ["ada@x.org|Ada", "bo@x.org|Bo"], "{list}");
        assert_eq!(read(&list).unused, [column]);
        only_ada_comes(&format!("RSVP,{column}"), &format!("yes,{no}"), &format!("declined,{no}"));
    }
}

#[test]
fn what_people_call_themselves_says_nothing_of_whether_they_come() {
    for column in ["Nickname", "Handle", "Discord username"] {
        assert_eq!(read_short(&format!("Name,Email,{column}\nAda,ada@x.org,Void\n")), ["ada@x.org|Ada"]);
    }
}

#[test]
fn words_of_the_sites_where_people_answer_say_who_comes() {
    let coming = [
        "Going",
        "Yes",
        "Approved",
        "Attending",
        "Checked In",
        "Accepted",
        "Coming",
        "Zugesagt",
        "Participa",
        "参加",
        "Attended",
    ];
    let out = "No-show,Can't go,Not going,Waitlisted,On waitlist,Maybe,Tentative,Pending Approval,No response,Refunded,Deleted,\
        Not Attending,needs action,vielleicht,Warteliste,lista de espera,peut-être,no asistirá,nie przyjdzie,キャンセル待ち,候补,ربما,talvez";
    let unknown = ["kwa kusubiri", "invited", "depends"];
    for word in coming {
        let list = format!("Name,Email,RSVP\nAda,ada@x.org,{word}\n");
        assert_eq!(read_short(&list), ["ada@x.org|Ada"], "{word}");
    }
    for word in out.split(',').chain(unknown) {
        let list = format!("Name,Email,RSVP\nAda,ada@x.org,{word}\n");
        assert!(read_short(&list)[0].starts_with("!State"), "{word}");
    }
    for word in out.split(',') {
        for line in
            [format!("Ada <ada@x.org> ({word})"), format!("ada@x.org; {word}"), format!("{word}:\nada@x.org")]
        {
            let said = read_short(&line);
            assert!(said.last().is_some_and(|said| said.starts_with("!State")), "{line}: {said:?}");
        }
    }
}

#[test]
fn a_column_about_something_else_leaves_nobody_out() {
    for (column, said) in [
        ("Paid?", "refunded"),
        ("Is this a duplicate?", "removed"),
        ("Visa", "declined"),
        ("Workshop", "waitlist"),
        ("Status (payment)", "cancelled"),
        ("Attendance (dinner)", "no"),
        ("Photo consent", "declined"),
        ("Approved by", "Bo"),
    ] {
        let list = format!("Name,Email,{column}\nAda,ada@x.org,{said}\nBo,bo@x.org,yes\n");
        assert_eq!(read_short(&list), ["ada@x.org|Ada", "bo@x.org|Bo"], "{list}");
        assert_eq!(read(&list).unused, [column], "{list}");
    }
    for column in ["Accepted?", "Approved", "Decision", "Notes"] {
        only_ada_comes(column, "yes", "rejected");
    }
}

#[test]
fn of_a_column_of_kinds_of_people_only_those_with_a_role_are_invited() {
    let list = "Name,Email,Type\nAda,ada@x.org,Judge\nBo,bo@x.org,Sponsor\nCy,cy@x.org,Participant\n";
    let sponsor = format!("!{:?}", LineFault::Role { text: "Sponsor".into() });
    assert_eq!(roles_of(list), ["ada@x.org judge", sponsor.as_str(), "cy@x.org participant"]);
    for column in
        ["Typ", "Ticketart", "Type de billet", "Tipo de entrada", "ticket_name", "種別", "Kategorie"]
    {
        let list = format!("Name,Email,{column}\nAda,ada@x.org,Judge\nBo,bo@x.org,Sponsor\n");
        assert_eq!(roles_of(&list), ["ada@x.org judge", sponsor.as_str()], "{column}");
    }
    // Where no cell is a role, it is of something else.
    assert_eq!(
        roles_of("Name,Email,Type\nAda,ada@x.org,Member\nBo,bo@x.org,Guest\n"),
        ["ada@x.org ", "bo@x.org "]
    );
    assert_eq!(roles_of("Name,Email,Type\nAda,ada@x.org,VIP\n"), ["ada@x.org "]);
}

#[test]
fn a_word_behind_an_address_may_be_a_role_or_say_who_does_not_come() {
    for line in [
        "Ada,ada@x.org,Organizer",
        "ada@x.org;organizer",
        "Ada\tada@x.org\tOrganisatorin",
        "Ada <ada@x.org> (organizer)",
        "Ada <ada@x.org>, Organizer",
        "\"Ada\",ada@x.org,\"organizers\"",
    ] {
        assert_eq!(roles_of(line), ["ada@x.org organizer"], "{line}");
    }
    for line in ["Ada,ada@x.org,declined", "Ada <ada@x.org> (declined)", "ada@x.org\tDeclined"] {
        let said = read_short(line);
        assert!(
            said[0].starts_with("!State") && said[0].to_lowercase().contains("declined"),
            "{line}{said:?}"
        );
    }
    for line in [
        "Ada,ada@x.org,@ada",
        "Ada,ada@x.org,https://medium.example/@ada",
        "Ada,ada@x.org,Judging since 2020",
    ] {
        assert_eq!(read_short(line), ["ada@x.org|Ada"], "{line}");
        assert_eq!(roles_of(line), ["ada@x.org "], "{line}");
    }
    assert_eq!(read_short("ada@x.org,https://pages.example/ada"), ["ada@x.org|"]);
    // A member whose address is none is told.
    assert!(of_cell("ada@x.org, @bo").iter().any(|said| said.contains("@bo")));
    // A surname may be a word for a role.
    assert_eq!(read_short("Mike,Judge,mike@x.org"), ["mike@x.org|Mike Judge"]);
}

#[test]
fn a_remark_in_parentheses_behind_each_address_of_a_line_may_be_a_role() {
    for line in [
        "Ada <ada@x.org> (organizer), Bo <bo@x.org> (judge)",
        "ada@x.org (Organizer); bo@x.org (Judge)",
        "Ada <ada@x.org> (Organisatorin); bo@x.org (Jury)",
    ] {
        assert_eq!(roles_of(line), ["ada@x.org organizer", "bo@x.org judge"], "{line}");
    }
    assert_eq!(roles_of("ada@x.org (organizer)"), ["ada@x.org organizer"]);
    assert_eq!(read_short("ada@x.org (organizer)"), ["ada@x.org|"]);
    for address in ["ada@x.org (organizer)", "Ada <ada@x.org> (Organizer)"] {
        assert_eq!(roles_of(&format!("Name,Email\nAda,{address}\n")), ["ada@x.org organizer"], "{address}");
        // A column of roles comes first.
        let list = format!("Name,Email,Role\nAda,{address},judge\n");
        assert_eq!(roles_of(&list), ["ada@x.org judge"], "{address}");
    }
    // A surname may be a word for a role.
    let said = "mike@x.org (Mike Judge)";
    assert_eq!(
        (roles_of(said), read_short(said)),
        (vec!["mike@x.org ".into()], vec!["mike@x.org|Mike Judge".into()])
    );
}

#[test]
fn a_remark_in_parentheses_behind_an_address_may_say_who_does_not_come() {
    let gone = format!("!{:?}", LineFault::State { text: "bo@x.org (left)".into() });
    for cell in [
        "ada@x.org, bo@x.org (left)",
        "Ada <ada@x.org>, Bo <bo@x.org> (left)",
        "ada@x.org\nbo@x.org (left)",
        "ada@x.org; Bo <bo@x.org>(left)",
    ] {
        let said = of_cell(cell);
        assert!(said[0].starts_with("ada@x.org|"), "{cell}{said:?}");
        assert_eq!((said.len(), &said[1]), (2, &gone), "{cell}");
        let said = read_short(cell);
        assert_eq!((said.len(), &said[1]), (2, &gone), "{cell}");
    }
    assert_eq!(read_short("\"Elm, Bo\",bo@x.org (left)\n"), [gone.as_str()]);
    assert_eq!(read_short("Name,Email\nBo,bo@x.org (left)\n"), [gone.as_str()]);
    // Or behind the name.
    let gone = format!("!{:?}", LineFault::State { text: "Bo Elm (left)".into() });
    for list in ["Bo Elm (left) <bo@x.org>", "Bo Elm (left),bo@x.org", "Name,Email\nBo Elm (left),bo@x.org\n"]
    {
        assert_eq!(read_short(list), [gone.as_str()], "{list}");
    }
    assert_eq!(of_cell("Ada <ada@x.org>, Bo Elm (left) <bo@x.org>"), ["ada@x.org|Ada", gone.as_str()]);
    assert_eq!(read_short("Bo (Robert) Elm <bo@x.org>"), ["bo@x.org|Bo (Robert) Elm"]);
    // A remark is no part of the next name, and somebody's name is no remark.
    let said = of_cell("Bo <bo@x.org> (captain), Cy <cy@x.org>");
    assert_eq!(said, ["bo@x.org|Bo", "cy@x.org|Cy"]);
    assert_eq!(of_cell("ada@x.org (Ada Left)"), ["ada@x.org|Ada Left"]);
}

#[test]
fn a_heading_between_people_says_something_of_those_below() {
    let list = "Judges\nAda <ada@x.org>\n\nOrganizers:\nBo <bo@x.org>\nMentors\nCy <cy@x.org>\nJury\ndi@x.org\n\
                Not coming:\ned@x.org\nSomebody\nfi@x.org\nHealth:\ngus@x.org\n";
    let role = format!("!{:?}", LineFault::Role { text: "Mentors".into() });
    let gone = format!("!{:?}", LineFault::State { text: "Not coming:".into() });
    let said = roles_of(list);
    let people: Vec<&str> =
        said.iter().map(String::as_str).filter(|line| !line.starts_with("!NoAddress")).collect();
    assert_eq!(
        people,
        ["ada@x.org judge", "bo@x.org organizer", &role, "di@x.org judge", &gone, &gone, "gus@x.org "]
    );
    for (not, comes) in [
        ("Declined", "Confirmed"),
        ("Absent", "Present"),
        ("Not coming", "Coming"),
        ("Abgesagt", "Zugesagt"),
        ("Waitlist", "Accepted:"),
        ("Declined (3):", "Going (1):"),
        ("❌ Can’t go – 2", "✅ Going – 1"),
        ("2 not going", "1 going"),
        ("No (2)", "Yes (1)"),
        ("Maybe [2]", "Attending [1]"),
        ("Warteliste (2)", "Zugesagt (1)"),
        ("不参加（2）", "参加（1）"),
        // In words that are not known, it is asked about.
        ("Kwa kusubiri (2)", "Going (1)"),
    ] {
        let said = roles_of(&format!("{not}\nada@x.org\n{comes}\nbo@x.org\n"));
        assert!(said[1].starts_with("!State") && said[3] == "bo@x.org ", "{said:?}");
    }
    // Without one of who comes, a count says nothing, and words beside somebody are no heading.
    assert_eq!(
        roles_of("Health (2)\nada@x.org\nJudges (1):\nbo@x.org\n")[1..],
        ["ada@x.org ", "!NoAddress { text: \"Judges (1):\" }", "bo@x.org judge"]
    );
    let beside = roles_of("ada@x.org, bo@x.org, Judges\ncy@x.org\n");
    assert_eq!(beside.last().map(String::as_str), Some("cy@x.org "), "{beside:?}");
    // Mentors may be whom somebody invites to judge.
    assert_eq!(roles_of("Mentors\nada@x.org\n")[1], "ada@x.org ");
    let table = "Name,Email\nAda,ada@x.org\nDeclined,\nBo,bo@x.org\n";
    assert!(roles_of(table)[2].starts_with("!State"), "{table}");
}

#[test]
fn roles_may_be_ticked_in_columns_of_their_own() {
    let list =
        "Name,Email,Judge,Organizer\nAda,ada@x.org,x,\nBo,bo@x.org,x,x\nCy,cy@x.org,,x\nDi,di@x.org,,\n";
    let left_out = format!("!{:?}", LineFault::Unticked { text: "Di, di@x.org".into() });
    assert_eq!(
        roles_of(list),
        ["ada@x.org judge", "bo@x.org judge", "bo@x.org organizer", "cy@x.org organizer", &left_out]
    );
    let answered = "Name,Email,Judge,Organizer\nAda,ada@x.org,no,yes\nBo,bo@x.org,yes,no\n";
    assert_eq!(roles_of(answered), ["ada@x.org organizer", "bo@x.org judge"]);
    // A judge’s name is no tick, and a member may be one of a club.
    assert_eq!(read_short("Judge,Email\nAda,ada@x.org\nBo,bo@x.org\n"), ["ada@x.org|Ada", "bo@x.org|Bo"]);
    assert_eq!(roles_of("Email,Member\nada@x.org,yes\nbo@x.org,no\n"), ["ada@x.org ", "bo@x.org "]);
}

#[test]
fn an_answer_may_go_on_and_speak_of_oneself() {
    for (column, comes, not) in [
        ("Will you attend?", "\"Yes, in person\"", "\"No, sorry\""),
        ("Kommst du?", "\"Ja, gerne\"", "Nein – leider krank"),
        ("Status", "Going", "I can’t make it"),
        ("RSVP", "I’ll be there", "I’m not coming"),
        ("Attendance", "Yes I will", "No I can’t"),
        ("Teilnahme", "ich komme", "ich kann nicht"),
        ("RSVP", "yes (online)", "\"yes, if I get a visa\""),
        ("Present", "Yes!", "Declined - sick"),
        ("出欠", "はい、行きます", "参加できません"),
    ] {
        only_ada_comes(column, comes, not);
    }
}

#[test]
fn a_sign_beside_somebody_says_that_they_do_not_come() {
    for line in [
        "Bo Elm <bo@x.org> ❌",
        "Bo Elm bo@x.org ❌",
        "Bo Elm ❌ <bo@x.org>",
        "Bo Elm ✖\u{fe0f} bo@x.org",
        "Bo Elm <bo@x.org> ❌ sick",
        "Bo\tbo@x.org\t👎",
        "bo@x.org (❌)",
        "bo@x.org (?)",
        "bo@x.org (can’t come, sorry)",
        "Name,Email\n❌ Bo Elm,bo@x.org\n",
    ] {
        let said = read_short(line);
        assert!(said.len() == 1 && said[0].starts_with("!State"), "{line}{said:?}");
    }
    let said = read_short("Ada <ada@x.org> ❌, Bo <bo@x.org>");
    assert!(said[0].starts_with("!State") && said[1] == "bo@x.org|Bo", "{said:?}");
    let said = read_short("✅ Ada <ada@x.org>, ❌ Bo <bo@x.org>");
    assert!(said[0] == "ada@x.org|Ada" && said[1].starts_with("!State"), "{said:?}");
    assert!(of_cell("ada@x.org, bo@x.org ❌")[1].starts_with("!State"));
}

#[test]
fn who_has_no_tick_on_their_line_beside_others_who_have_one_is_left_out() {
    let unticked = |text: &str| format!("!{:?}", LineFault::Unticked { text: text.into() });
    assert_eq!(
        read_short("1. Ada Love ada@x.org ✅\n2. Di Yew di@x.org\n"),
        ["ada@x.org|Ada Love", &unticked("Di Yew, di@x.org")]
    );
    // Each sign that is a tick in a cell is one on a line, but those that are bullets there.
    for tick in ticks::TICKS {
        let said = read_short(&format!("{tick} Ada ada@x.org\nDi di@x.org\n"));
        assert_eq!(said, ["ada@x.org|Ada", &unticked("Di, di@x.org")], "{tick}");
        only_ada_comes("Attending", &tick.to_string(), "no");
    }
    assert_eq!(read_short("• Ada ada@x.org\nBo bo@x.org\n"), ["ada@x.org|Ada", "bo@x.org|Bo"]);
    assert_eq!(
        read_short("- [x] Ada <ada@x.org>\n- [ ] bo@x.org\n"),
        ["ada@x.org|Ada", &unticked("bo@x.org")]
    );
    for list in [
        "x Ada ada@x.org\nBo bo@x.org\n",
        "Ada,ada@x.org,x\nBo,bo@x.org,\n",
        "✓ Ada ada@x.org\nx Bo bo@x.org\n",
    ] {
        assert_eq!(read_short(list), ["ada@x.org|Ada", &unticked("Bo, bo@x.org")], "{list}");
    }
    assert_eq!(read_short("Mal X <mal@x.org>\nBo <bo@x.org>\n"), ["mal@x.org|Mal X", "bo@x.org|Bo"]);
    // A box for all, and a tick on a heading, say nothing.
    assert_eq!(read_short("☐ Ada ada@x.org\n☐ Bo bo@x.org\n"), ["ada@x.org|Ada", "bo@x.org|Bo"]);
    assert_eq!(read_short("✅ Going (1)\nada@x.org\n")[1], "ada@x.org|");
}

#[test]
fn a_remark_behind_an_address_is_no_name() {
    for (line, name, remark) in [
        ("ada@x.org - coming late", "", "coming late"),
        ("ada@x.org, math teacher", "", "math teacher"),
        ("ada@x.org – Confirmed", "", "Confirmed"),
        ("Ada ada@x.org is late", "Ada", "is late"),
    ] {
        let list = read(line);
        assert_eq!(list.lines[0].1.as_ref().unwrap().name, name, "{line}");
        assert_eq!(list.remarks, [(1, remark.to_owned())], "{line}");
    }
    for line in ["ada@x.org - left", "ada@x.org – no longer coming", "Ada ada@x.org: can’t come, sorry"] {
        assert!(read_short(line)[0].starts_with("!State"), "{line}");
    }
    // A name may be any word.
    assert_eq!(read_short("ada@x.org, Left"), ["ada@x.org|Left"]);
    assert_eq!(read_short("ada@x.org, ada love"), ["ada@x.org|ada love"]);
}

#[test]
fn the_replies_that_a_calendar_lists_are_answers() {
    let list = "Name\tAttendance\tResponse\nAda Love <ada@x.org>\tRequired Attendee\tAccepted\n\
                Bo <bo@x.org>\tRequired Attendee\tDeclined\nCy <cy@x.org>\tOptional Attendee\tNone\n";
    let said = read_short(list);
    assert_eq!((said.len(), said[0].as_str()), (3, "ada@x.org|Ada Love"));
    assert!(said[1..].iter().all(|said| said.starts_with("!State")), "{said:?}");
}

#[test]
fn a_word_before_people_says_who_comes_or_their_role() {
    for line in [
        "Declined: Bo Elm <bo@x.org>",
        "[declined] Bo Elm bo@x.org",
        "- (declined) Bo Elm bo@x.org",
        "Declined - Bo Elm <bo@x.org>",
        "No: bo@x.org",
        "Absagen: bo@x.org",
        "TBC: Bo Elm bo@x.org",
    ] {
        let said = read_short(line);
        assert!(said.len() == 1 && said[0].starts_with("!State"), "{line}{said:?}");
    }
    for line in [
        "Confirmed: Ada Love <ada@x.org>",
        "[confirmed] Ada Love ada@x.org",
        "Yes - Ada Love ada@x.org",
        "To: Ada Love <ada@x.org>",
    ] {
        assert_eq!(read_short(line), ["ada@x.org|Ada Love"], "{line}");
    }
    assert_eq!(read_short("Cc: Ada <ada@x.org>, bo@x.org"), ["ada@x.org|Ada", "bo@x.org|"]);
    assert_eq!(read_short("Team Oaks: ada@x.org, bo@x.org"), ["ada@x.org|", "bo@x.org|"]);
    assert_eq!(roles_of("Organizer: Ada <ada@x.org>"), ["ada@x.org organizer"]);
    for name in ["Bo Elm – declined", "Bo Elm - can't come", "~~Bo Elm~~"] {
        let said = read_short(&format!("Name,Email\n{name},bo@x.org\n"));
        assert!(said[0].starts_with("!State"), "{name}{said:?}");
    }
    // A name may be any word.
    for (line, person) in [
        ("Nei - nei@x.org", "nei@x.org|Nei"),
        ("No - n.o@x.org", "n.o@x.org|No"),
        ("Ada Love: ada@x.org", "ada@x.org|Ada Love"),
        ("To Nguyen: to@x.org", "to@x.org|To Nguyen"),
        ("Tim Oak: hello@oak.example", "hello@oak.example|Tim Oak"),
        ("Oda Berg: post@berg.example", "post@berg.example|Oda Berg"),
        ("hi@x.org, He Nie", "hi@x.org|He Nie"),
        ("hi@x.org, Ha Sim", "hi@x.org|Ha Sim"),
    ] {
        assert_eq!(read_short(line), [person], "{line}");
    }
}

#[test]
fn messages_of_chats_name_people_without_their_times_and_with_named_signs() {
    for list in [
        "[01/03/2026, 10:02:11] Ada Love: ada@x.org\n[01/03/2026, 10:03:11] Bo: bo@x.org sorry can't come\n",
        "01.03.26, 10:02 - Ada Love: ada@x.org\n01.03.26, 10:03 - Bo: bo@x.org :x:\n",
        "[10:02 AM] Ada Love: ada@x.org\n[10:03 AM] Bo: bo@x.org (no)\n",
        "Ada Love ada@x.org :+1:\nBo bo@x.org :-1:\n",
        "[29/11/2026, 10:02:11] Ada Love: me! ada@x.org\n[29/11/2026, 10:03:11] Bo Elm: sorry can't, bo@x.org\n",
    ] {
        let said = read_short(list);
        assert!(said.len() == 2 && said[0] == "ada@x.org|Ada Love", "{list}{said:?}");
        assert!(said[1].starts_with("!State"), "{list}{said:?}");
    }
    let said = read_short("Ada ada@x.org 👍\nBo bo@x.org\n");
    assert!(said[0] == "ada@x.org|Ada" && said[1].starts_with("!Unticked"), "{said:?}");
    let said = read_short("王小明（wang@x.org）、李雷（li@x.org）不来");
    assert!(said[0] == "wang@x.org|王小明" && said[1].starts_with("!State"), "{said:?}");
}

#[test]
fn a_sentence_about_somebody_may_say_that_they_do_not_come() {
    for said in [
        "has declined",
        "cancelled yesterday",
        "is sick and can't come",
        "won't make it",
        "not coming any more",
        "kommt leider nicht",
        "hat abgesagt",
        "a annulé",
        "ne peut pas",
        "no puede venir",
        "não pode vir",
        "non può venire",
        "не сможет",
    ] {
        for line in
            [format!("Bo <bo@x.org> {said}"), format!("bo@x.org ({said})"), format!("Bo bo@x.org - {said}")]
        {
            let read = read_short(&line);
            assert!(read.len() == 1 && read[0].starts_with("!State"), "{line}{read:?}");
        }
    }
    for said in ["is late", "arrives today", "vegan and late", "has a talk"] {
        assert_eq!(read_short(&format!("Bo <bo@x.org> {said}")), ["bo@x.org|Bo"], "{said}");
    }
}

#[test]
fn headings_of_several_say_who_comes() {
    for (come, not) in [
        ("Présents :", "Absents :"),
        ("Confirmados:", "No asisten:"),
        ("Zusagen", "Absagen (1)"),
        ("Придут:", "Не придут:"),
        ("Confirmati", "Assenti"),
        ("Aceptados", "Cancelados:"),
        ("Confirmées", "Excusées (1)"),
        ("Going", "Maybes (1)"),
    ] {
        let said = read_short(&format!("{come}\nAda ada@x.org\n{not}\nBo bo@x.org\n"));
        assert_eq!(said[1], "ada@x.org|Ada", "{come}");
        assert!(said[3].starts_with("!State"), "{not}{said:?}");
    }
    for team in ["Nos", "Ness:", "Neis (2)"] {
        assert_eq!(read_short(&format!("{team}\nAda ada@x.org\n"))[1], "ada@x.org|Ada", "{team}");
    }
}

#[test]
fn a_form_may_ask_in_its_own_words_who_comes() {
    for (question, comes, not) in [
        ("Will you be able to attend the event?", "Yes", "No"),
        ("Are you available to judge?", "Yes", "\"No, I'm away\""),
        ("Können Sie als Jurymitglied teilnehmen?", "\"Ja, gerne\"", "\"Nein, leider nicht\""),
        ("Serez-vous présent ?", "Oui", "\"Non, désolé\""),
        ("¿Asistirás como jurado?", "Sí", "No"),
        ("Чи прийдете?", "Так", "Ні"),
        ("参加できますか？", "はい", "いいえ"),
    ] {
        only_ada_comes(question, comes, not);
    }
    for question in ["Have you attended before?", "Will you attend the dinner?", "Can you come on Sunday?"] {
        let said = read_short(&format!("Name,Email,{question}\nAda,ada@x.org,Yes\nBo,bo@x.org,No\n"));
        assert_eq!(said, ["ada@x.org|Ada", "bo@x.org|Bo"], "{question}");
    }
}

//! What spreadsheets and forms make of a list: headings in any language, columns under the wrong ones, merged cells, remarks, totals.
//! No project and no person is lost, joined or made up in silence.

use crate::{emails, file, only, read, titles, unused, unused_columns};
use shared::list_file::ListFault;
use shared::project_files::{
    ColumnChoice, ColumnMeaning, FileColumn, FileNote, Readiness, RowNote, RowRejection,
};

#[test]
fn headings_are_read_in_any_language() {
    for header in [
        "Projektname;Teamname;E-Mail-Adressen;Tischnummer",
        "Nom du projet;Nom de l\u{2019}equipe;Adresses e-mail;N° de table",
        "Nombre del proyecto;Equipo;Correo electrónico;Mesa",
        "Nazwa projektu;Zespół;Adres e-mail;Stolik",
        "Назва проєкту;Команда;Електронна пошта;Стіл",
        "Proje Adı;Takım;E-posta;Masa",
        "اسم المشروع;اسم الفريق;البريد الإلكتروني;رقم الطاولة",
        "שם הפרויקט;צוות;דוא\u{5f4}ל / אימייל;שולחן",
        "प्रोजेक्ट का नाम;टीम;ईमेल;टेबल",
        "作品名;チーム名;メールアドレス;テーブル番号",
        "프로젝트명;팀명;이메일;테이블 번호",
        "项目名称;团队名称;电子邮箱;桌号",
        "專案名稱;團隊名稱;電子郵件;桌號",
        "Tên dự án;Tên đội;Thư điện tử;Số bàn",
        "ชื่อโครงการ;ชื่อทีม;อีเมล;โต๊ะ",
        "Nama proyek;Nama tim;Surel;Meja",
        // The questions of forms.
        "Wie heißt euer Projekt?;Wie heißt euer Team?;E-Mail-Adresse;Stand-Nr.",
        "Quel est le nom de votre projet ?;Comment s’appelle votre équipe ?;Adresse e-mail;Table",
        "¿Cuál es el nombre de su proyecto?;¿Cómo se llama su equipo?;Correo electrónico;Mesa",
        "Qual è il nome del progetto?;Come si chiama il team?;Indirizzo email;Tavolo",
        "Qual é o nome do projeto?;Nome da equipe;Endereço de e-mail;Mesa",
        "Jak nazywa się Wasz projekt?;Jak nazywa się Wasz zespół?;Adres e-mail;Stolik",
        "Wat is de naam van jullie project?;Teamnaam;E-mailadres;Tafel",
    ] {
        let read = file(&format!("{header}\nLamp;Oak;ana@oak.example;4\n"));
        let lamp = &read.projects[0];
        assert_eq!((titles(&read), unused(&read).len()), (vec!["Lamp"], 0), "{header}");
        assert_eq!(lamp.content.team.as_deref(), Some("Oak"), "{header}");
        assert_eq!(
            (emails(lamp), lamp.content.place.as_deref()),
            (vec!["ana@oak.example"], Some("4")),
            "{header}"
        );
    }
    let states =
        file("Titel;Status;Team\nLampe;Entwurf;Eiche\nBoot;Eingereicht;Ulme\nZelt;zurückgezogen;Esche\n");
    assert_eq!((titles(&states), states.projects[1].notes.len()), (vec!["Boot"], 0));
}

#[test]
fn questions_of_forms_are_headings() {
    let text = "\"Timestamp\",\"Email Address\",\"What is your team name?\",\"1. What is the name of your project? *\",\"GitHub link *\",\"Teammate 2 e-mail\",\"Teammate 2 name\"\n\
         \"2026/11/27 9:02:11 PM GMT+1\",\"ana@oak.example\",\"Oak\",\"Lamp\",\"https://github.com/oak/lamp\",\"bo@oak.example\",\"Bo Oak\"\n";
    let lamp = only(text);
    assert_eq!((lamp.content.title.as_str(), lamp.content.team.as_deref()), ("Lamp", Some("Oak")));
    assert_eq!(lamp.content.repo_url.as_deref(), Some("https://github.com/oak/lamp"));
    let mut members = emails(&lamp);
    members.sort_unstable();
    assert_eq!((members, lamp.notes.len()), (vec!["ana@oak.example", "bo@oak.example"], 0));
    let tally = "Submission ID,Submitted at,Team name,Project title,Emails of all team members\n\
         x1,2026-11-27 10:00:00,Oak,Lamp,\"ana@oak.example, bo@oak.example\"\n";
    assert_eq!(emails(&only(tally)), ["ana@oak.example", "bo@oak.example"]);
    let german = "Titel,Name Teammitglied 1,E-Mail Teammitglied 1,Link zu GitHub\nLampe,Ana,ana@oak.example,github.com/oak/lamp\n";
    let lamp = only(german);
    assert_eq!((lamp.members[0].name.as_str(), emails(&lamp)), ("Ana", vec!["ana@oak.example"]));
    assert_eq!(lamp.content.repo_url.as_deref(), Some("https://github.com/oak/lamp"));
    let numbered = "Title,Member Name 1,Member Email 1,Mitglied 2 Name,Mitglied 2 E-Mail\nLamp,Ana,ana@oak.example,Bo,bo@oak.example\n";
    let names: Vec<String> = only(numbered).members.into_iter().map(|member| member.name).collect();
    assert_eq!(names, ["Ana", "Bo"]);
}

#[test]
fn instructions_of_forms_are_headings() {
    let header = "\"What is the name of your project?\",\"Team members (names and emails, one per line)\",\"Which track are you submitting to?\",\
        \"Link to your GitHub repository\",\"Describe your project in a few sentences\",\"Upload your slides\"";
    let row = "Lamp,\"Ana Oak ana@oak.example\nBo Elm bo@elm.example\",Health,github.com/oak/lamp,Shines.,https://drive.example/slides";
    let read = file(&format!("{header}\n{row}\n"));
    let lamp = &read.projects[0];
    assert_eq!((titles(&read), unused(&read).len()), (vec!["Lamp"], 0));
    assert_eq!(emails(lamp), ["ana@oak.example", "bo@elm.example"]);
    assert_eq!(lamp.track.as_deref(), Some("Health"));
    assert_eq!(lamp.content.repo_url.as_deref(), Some("https://github.com/oak/lamp"));
    assert_eq!(lamp.content.demo_url.as_deref(), Some("https://drive.example/slides"));
    assert!(lamp.content.description.as_deref().is_some_and(|text| text.starts_with("Shines.")));
    for header in [
        "Projektname;Spur;Code-Link;Kurzbeschreibung;Preise;Folien",
        "Nombre del proyecto;Pista;Enlace al código;Descripción breve;Premios;Diapositivas",
        "Nom du projet;Parcours;Lien du dépôt;Résumé;Prix;Diapositives",
        "Nome do projeto;Trilha;Link do código;Resumo;Prêmios;Slides da apresentação",
        "Nazwa projektu;Ścieżka;Link do kodu;Streszczenie;Nagrody;Slajdy",
        "اسم المشروع;المسار;رابط المستودع;الملخص;الجوائز;العرض التقديمي",
        "プロジェクト名;トラック;リポジトリのURL;要約;応募賞;スライド",
        "项目名称;赛道;代码链接;摘要;奖项;幻灯片",
    ] {
        let read =
            file(&format!("{header}\nLamp;Health;github.com/oak/lamp;Shines;Best;https://drive.example/s\n"));
        let lamp = &read.projects[0];
        assert_eq!((titles(&read), unused(&read).len()), (vec!["Lamp"], 0), "{header}");
        assert_eq!(
            (lamp.track.as_deref(), lamp.content.summary.as_deref()),
            (Some("Health"), Some("Shines")),
            "{header}"
        );
        assert_eq!(lamp.content.repo_url.as_deref(), Some("https://github.com/oak/lamp"), "{header}");
        assert_eq!(lamp.prizes.as_deref(), Some(&["Best".to_owned()][..]), "{header}");
    }
}

#[test]
fn a_cell_may_begin_with_the_name_of_its_column() {
    let lamp = only(
        "Title,Track,Prizes,Team,Table\nSolar: Lamp,Track: Health,Prize: Best; Prizes: Green,Team: Oak,Table: 4\n",
    );
    assert_eq!((lamp.content.title.as_str(), lamp.track.as_deref()), ("Solar: Lamp", Some("Health")));
    assert_eq!(lamp.prizes.as_deref(), Some(&["Best".to_owned(), "Green".to_owned()][..]));
    assert_eq!((lamp.content.team.as_deref(), lamp.content.place.as_deref()), (Some("Oak"), Some("4")));
    // Another word before it belongs to the name.
    assert_eq!(only("Title,Track\nLamp,Health: Care\n").track.as_deref(), Some("Health: Care"));
}

#[test]
fn columns_under_the_wrong_headings_are_asked_about() {
    for text in [
        "Title,Team,Email\nana@oak.example,Oak,Lamp\nbo@elm.example,Elm,Boat\n",
        "Title,Table,Team\n4,Lamp,Oak\n5,Boat,Elm\n",
        "Title,Team,Email\nLamp,ana@oak.example,Oak\nBoat,bo@elm.example,Elm\n",
        "Title,Team,Link,Email\n2026-11-27 10:00,Lamp,Oak,https://github.com/oak/lamp\n2026-11-27 10:05,Boat,Elm,x\n",
        "Title,Description,Link\nhttps://lamp.example,Shines,Lamp\n",
        "Titel,Beschreibung,E-Mail\nLampe,\"ana@oak.example, bo@oak.example\",Licht\n",
    ] {
        let asked = file(text);
        assert!(titles(&asked).is_empty(), "{text}");
        assert!(
            asked.notes.contains(&FileNote::NamesDoubted) && asked.notes.contains(&FileNote::NoTitles),
            "{text}"
        );
        assert_eq!(unused_columns(&asked).len(), text.lines().next().unwrap().split(',').count(), "{text}");
    }
    let choices =
        [("title", ColumnChoice::Members), ("team", ColumnChoice::Team), ("email", ColumnChoice::Title)];
    let choices = choices.map(|(name, choice)| (name.to_owned(), choice));
    let text = "Title,Team,Email\nana@oak.example,Oak,Lamp\nbo@elm.example,Elm,Boat\n";
    let said = shared::project_files::read(text.as_bytes(), &choices).unwrap();
    assert_eq!((titles(&said), emails(&said.projects[1])), (vec!["Lamp", "Boat"], vec!["bo@elm.example"]));
    // What an organizer said in place of a name counts where names are doubted, too, and keeps its key.
    let instead = [("=email", ColumnChoice::Title), ("=title", ColumnChoice::Members)];
    let instead = instead.map(|(name, choice)| (name.to_owned(), choice));
    let text = "Title,Team,Email,Room\nana@oak.example,Oak,Lamp,cy@fir.example\nbo@elm.example,Elm,Boat,di@fir.example\n";
    let said = shared::project_files::read(text.as_bytes(), &instead).unwrap();
    assert!(said.notes.contains(&FileNote::NamesDoubted), "{:?}", said.notes);
    assert_eq!((titles(&said), emails(&said.projects[1])), (vec!["Lamp", "Boat"], vec!["bo@elm.example"]));
    let keys: Vec<&str> = said.columns.iter().map(|column| column.key.as_str()).collect();
    assert_eq!(keys, ["=title", "team", "=email", "room"]);
    // Later lists that are right stay right.
    let right =
        shared::project_files::read(b"Title,Team,Email\nLamp,Oak,ana@oak.example\n", &choices).unwrap();
    assert_eq!((titles(&right), emails(&right.projects[0])), (vec!["Lamp"], vec!["ana@oak.example"]));
    // A title may be a number among others, or the only one.
    for text in ["Title,Team\n2048,Oak\nLamp,Elm\n", "Title,Team\n1984,Oak\n", "title\n7\n8\n"] {
        assert!(!file(text).notes.contains(&FileNote::NamesDoubted), "{text}");
    }
}

#[test]
fn what_is_called_like_a_column_need_not_be_one() {
    let lamp = only(
        "Title (40 letters),Title,Description (short),Description,Group,Team\nL,Lamp,Light,Shines,B,Oak\n",
    );
    assert_eq!((lamp.content.title.as_str(), lamp.content.team.as_deref()), ("Lamp", Some("Oak")));
    assert_eq!(lamp.content.description.as_deref(), Some("Shines"));
    for name in ["Your name", "What is your name?", "Nom et prénom", "姓名"] {
        let asked = file(&format!("{name},Table,Email\nAna Oak,4,ana@oak.example\n"));
        assert!(titles(&asked).is_empty() && asked.notes.contains(&FileNote::NoTitles), "{name}");
    }
    for status in ["Submitted (withdrawn)", "Concept"] {
        let lamp = only(&format!("Title,Status\nLamp,{status}\n"));
        assert_eq!(lamp.notes, [RowNote::Status(status.into())]);
    }
    for row in ["Team,Name", "Demo,Video", "Total,Track"] {
        assert_eq!(file(&format!("Title,Track\nLamp,Health\n{row}\n")).projects.len(), 2, "{row}");
    }
}

#[test]
fn a_column_of_one_option_is_no_track() {
    let read = file(
        "Project,Tracks,Tracks (Health),Tracks (Arts)\nLamp,Health,true,false\nBoat,\"Health, Arts\",true,true\n",
    );
    assert_eq!(unused(&read), ["Tracks (Health)", "Tracks (Arts)"]);
    assert!(read.projects.iter().all(|project| project.track.is_none()), "{read:?}");
    assert_eq!(read.projects[0].prizes.as_deref(), Some(&["Health".to_owned()][..]));
    // Alone, it is the question with a remark.
    assert_eq!(only("Project,Track (one)\nLamp,Health\n").track.as_deref(), Some("Health"));
}

#[test]
fn the_number_of_a_thing_is_not_its_name() {
    let read =
        file("Project #,Project,Team #,Team Name,Track #,Track name,Table #\n1,Lamp,7,Oak,2,Health,A4\n");
    let lamp = &read.projects[0];
    assert_eq!((lamp.content.title.as_str(), lamp.content.team.as_deref()), ("Lamp", Some("Oak")));
    assert_eq!((lamp.track.as_deref(), lamp.content.place.as_deref()), (Some("Health"), Some("A4")));
    assert_eq!(unused(&read), ["Team #", "Track #"]);
}

#[test]
fn names_of_groups_above_the_columns_are_no_project() {
    let read = file(
        "Team,,,Project,,\nTeam name,Leader,Leader email,Project title,Repo,Table\n\
        Oak,Ana,ana@oak.example,Lamp,github.com/oak/lamp,4\n",
    );
    assert_eq!((titles(&read), emails(&read.projects[0])), (vec!["Lamp"], vec!["ana@oak.example"]));
    assert!(read.notes.contains(&FileNote::HeaderBelow(2)), "{:?}", read.notes);
}

#[test]
fn what_a_cell_holds_is_offered_first() {
    let likely_of = |name: &str, example: &str| {
        let column = FileColumn {
            key: name.to_lowercase(),
            name: name.into(),
            filled: 1,
            example: example.into(),
            by_name: ColumnMeaning::Nothing,
            holds: ColumnMeaning::Nothing,
        };
        ColumnChoice::likely(&column, &[])
    };
    let likely = |example: &str| likely_of("Wer", example);
    assert_eq!(likely("Ana Oak <ana@oak.example>"), ColumnChoice::Members);
    assert_eq!(likely("https://lamp.example"), ColumnChoice::Link);
    for other in ["Lamp", "", "We meet at ana@oak.example and then we go on to build the lamp"] {
        assert_eq!(likely(other), ColumnChoice::Nothing, "{other}");
    }
    assert_eq!(likely_of("Which track?", "Health"), ColumnChoice::Track);
    for other in ["Tracks (Health)", "Tracking", "Which room?"] {
        assert_eq!(likely_of(other, "true"), ColumnChoice::Nothing, "{other}");
    }
}

#[test]
fn a_group_in_merged_cells_is_said() {
    let text = "Track,Title,Team\nHealth,Lamp,Oak\n,Boat,Elm\nEnergy,Kite,Fir\n,Moon,Yew\n";
    assert_eq!(file(text).notes, [FileNote::Merged("Track".into()), FileNote::NoMembers]);
    let told = text.replace("\n,", "\nHealth,");
    assert_eq!(file(&told).notes, [FileNote::NoMembers]);
    // One row is enough where other cells were merged.
    let members = "Track,Team,Title,Email\nHealth,Oak,Lamp,a@x.org\n,,,b@x.org\n,Elm,Boat,c@x.org\nEnergy,Fir,Kite,d@x.org\n";
    assert_eq!(file(members).notes, [FileNote::Merged("Track".into())]);
    // A site's own file has no merged cells.
    let devpost = "Project Title,Submission Url,Opt-In Prizes\nLamp,https://d.example/1,Health\nBoat,https://d.example/2,\n\
         Kite,https://d.example/3,Energy\nMoon,https://d.example/4,\n";
    assert!(!file(devpost).notes.contains(&FileNote::Merged("Opt-In Prizes".into())));
    let members = "Team,Title,Email\nOak,Lamp,a@x.org\n,,b@x.org\nElm,Boat,c@x.org\n,,d@x.org\n";
    assert!(file(members).notes.is_empty());
}

#[test]
fn headings_of_groups_remarks_and_totals_are_said() {
    let read = file(
        "Title,Team,Email\n# exported by Ana,,\nHealth track,,\nLamp,Oak,ana@oak.example\nBoat,Elm,bo@elm.example\nKite,Fir,cy@fir.example\nSumme: 3,,\n",
    );
    let notes: Vec<&[RowNote]> = read.projects.iter().map(|project| project.notes.as_slice()).collect();
    let alone = &[RowNote::TitleAlone][..];
    assert_eq!(notes, [alone, alone, &[][..], &[][..], &[][..], &[RowNote::Total][..]]);
    for total in ["Total général : 3", "合計: 3", "Всього 3", "المجموع: 3"] {
        let read = file(&format!("Title,Team,Members\nLamp,Oak,3\n{total},,3\n"));
        assert_eq!(read.projects[1].notes, [RowNote::Total], "{total}");
    }
    for sums in ["Nr,Title,Team\n1,Lamp,Oak\nTotal,1,\n", "Title,Team\nLamp,Oak\nTotal,1\n"] {
        assert_eq!(file(sums).projects[1].notes, [RowNote::Total], "{sums}");
    }
    for (head, more) in
        [("Title,Team", ["Oak", "Elm"]), ("Title,Email", ["ana@oak.example", "bo@elm.example"])]
    {
        let [oak, elm] = more;
        let read = file(&format!("{head}\nLamp,{oak}\nBoat,{elm}\nPage 1 of 2,\n"));
        assert_eq!(read.projects[2].notes, alone, "{head}");
        assert!(read.projects[..2].iter().all(|project| project.notes.is_empty()), "{head}");
    }
    // Where a project may have none of it, a title is a project.
    assert!(file("Title,Track\nLamp,Health\nBoat,Arts\nKite,\n").projects[2].notes.is_empty());
    // Where all have a title alone, a title is a project.
    assert!(
        file("Title,Team,Table\nLamp,,\nBoat,,\nKite,Fir,4\n").projects.iter().all(|p| p.notes.is_empty())
    );
}

#[test]
fn a_second_table_in_the_file_makes_no_projects() {
    for second in
        ["Name,Role,Email\nAda,judge,ada@x.example\n", "Team,Title,Email\nElm,Boat,cy@elm.example\n"]
    {
        let text = format!("Title,Team,Email\nLamp,Oak,ana@oak.example\n\n{second}");
        assert_eq!(read(text.as_bytes()), Err(ListFault::SecondTable { row: 4 }), "{second}");
    }
    // Two known names are enough below a blank row.
    let judges = "Title,Team\nLamp,Oak\n\nJudge,Email\nAda,ada@x.example\n";
    assert_eq!(read(judges.as_bytes()), Err(ListFault::SecondTable { row: 4 }));
    // Several cells above the names of the columns could be a project.
    let above = "Hack 2026,Hall A,Saturday,Free\n\nTitle,Team,Table,Email\nLamp,Oak,4,ana@oak.example\n";
    assert_eq!(read(above.as_bytes()), Err(ListFault::SecondTable { row: 3 }));
    let pages =
        file("Title,Team,Email\nLamp,Oak,ana@oak.example\n TITLE ,team,E-mail\nBoat,Elm,bo@elm.example\n");
    assert_eq!(titles(&pages), ["Lamp", "Boat"]);
}

#[test]
fn what_a_spreadsheet_made_of_a_number_is_said() {
    let read = file("Title,Team,Table\nLamp,Oak,03-Apr\nBoat,Elm,4\n");
    let lamp = &read.projects[0];
    assert_eq!(
        (lamp.content.place.as_ref(), lamp.notes.as_slice()),
        (None, &[RowNote::Damaged("03-Apr".into())][..])
    );
    let kept = file("Title,Table,Team\n=\"0042\",=\"7\",Oak\nLamp,=\"3/4\",Elm\n");
    assert_eq!(
        (titles(&kept), kept.projects[1].content.place.as_deref()),
        (vec!["0042", "Lamp"], Some("3/4"))
    );
}

#[test]
fn an_error_of_a_formula_is_nothing_that_a_project_is_called_by() {
    let read = file("Title,Team,Table\n#REF!,Oak,4\nBoat,#NAME?,#VALUE!\n#HackTheHall!,Fir,5\n");
    assert_eq!(titles(&read), ["Boat", "#HackTheHall!"]);
    assert_eq!(read.projects[0].standing, Readiness::Rejected(vec![RowRejection::NoTitle]));
    let lost = |text: &str| RowNote::Damaged(text.into());
    let boat = &read.projects[1];
    assert_eq!((&boat.content.team, &boat.content.place), (&None, &None));
    assert_eq!(boat.notes, [lost("#NAME?"), lost("#VALUE!")]);
    let kite =
        only("Title,Team,Room,Table,Member Name 1,Member Email 1\nKite,Fir,#N/A,#N/A,#N/A,cy@fir.example\n");
    assert_eq!((&kite.notes[..], kite.members[0].name.as_str()), (&[lost("#N/A"), lost("#N/A")][..], ""));
    let dune = only("Title,Team,Room,Member Name 1,Member Email 1\nDune,Ash,=B2,=A2,di@ash.example\n");
    assert_eq!((&dune.notes[..], dune.members[0].name.as_str()), (&[lost("=B2")][..], ""));
    let moon = only("Title,Summary,Track,Tags,Prizes\nMoon,#NAME?,#REF!,\"rust, #WERT!\",#BEZUG!\n");
    assert_eq!((&moon.content.summary, &moon.track), (&None, &None));
    assert_eq!((moon.content.tags, moon.prizes), (Some(vec!["rust".to_owned()]), Some(Vec::new())));
    assert_eq!(moon.notes, [lost("#NAME?"), lost("#REF!"), lost("#WERT!"), lost("#BEZUG!")]);
}

#[test]
fn a_table_has_no_zeros_behind_its_number() {
    let read = file("Title,Team,Room,Table\nLamp,Oak,2.00,12.0\nBoat,Elm,2.01,A-1\n");
    let contents = read.projects.iter().map(|project| &project.content);
    let places: Vec<_> = contents.map(|of| (of.room.as_deref(), of.place.as_deref())).collect();
    assert_eq!(places, [(Some("2.00"), Some("12")), (Some("2.01"), Some("A-1"))]);
}

#[test]
fn an_address_where_everybody_reads_is_said() {
    let read = file(
        "Title,Team,Email\nLamp,Oak,ana@oak.example\nBoat,bo@elm.example,Elm\nKite,Fir,cy@fir.example\n",
    );
    let notes: Vec<usize> = read.projects.iter().map(|project| project.notes.len()).collect();
    assert_eq!(notes, [0, 1, 0]);
    let said = [RowNote::PublicAddress("bo@elm.example".into())];
    assert_eq!(read.projects[1].notes, said);
    for column in ["Summary", "Description", "Tags", "Track", "Prizes"] {
        let text = format!("Title,Email,{column}\nLamp,ana@oak.example,a\nBoat,,bo@elm.example\nKite,,b\n");
        assert_eq!(file(&text).projects[1].notes, said, "{column}");
    }
}

#[test]
fn a_table_pasted_from_a_page_is_read() {
    let read =
        file("| Project | Team | Table |\n|---|---|---|\n| Lamp | Oak | A-12 |\n| Boat | Elm | A-13 |\n");
    assert_eq!(titles(&read), ["Lamp", "Boat"]);
}

#[test]
fn what_other_sites_call_the_state_and_the_leader_is_known() {
    let read = file(
        "Team Name,Team Leader Name,Team Leader Email,Idea Title,Submission Status\n\
         Oak,Ana Oak,ana@oak.example,Lamp,Submitted\nElm,Bo Elm,bo@elm.example,Boat,Not Submitted\n",
    );
    assert_eq!((titles(&read), read.projects[1].standing.clone()), (vec!["Lamp"], Readiness::Draft));
    assert_eq!(read.projects[0].members[0].name, "Ana Oak");
    for names in ["Submitter Name,Team Leader Name", "Team Leader Name,Submitter Name"] {
        let said = names.replace("Submitter Name", "Ana Oak").replace("Team Leader Name", "Bo Elm");
        let both = only(&format!("Title,Submitter Email,{names}\nLamp,ana@oak.example,{said}\n"));
        assert_eq!(both.members[0].name, "Ana Oak", "{names}");
    }
}

#[test]
fn names_in_quotation_marks_and_lost_letters_are_known() {
    let quoted = file(
        "title,prizes,tags\nLamp,\"\"\"Arts, Music\"\",Health\",\"[\"\"rust\"\",\"\"wasm\"\"]\"\nTide,\"['Health', 'AI']\",\n",
    );
    let prizes: Vec<_> = quoted.projects.iter().map(|project| project.prizes.clone().unwrap()).collect();
    assert_eq!(prizes, [["Arts, Music;", "Health"], ["Health", "AI"]]);
    assert_eq!(quoted.projects[0].content.tags.clone().unwrap(), ["rust", "wasm"]);
    let lost = file("title,emails\nLamp,Bj\u{fffd}rn <bj@oak.example>\n");
    assert_eq!(lost.notes, [FileNote::LostLetters("Bj\u{fffd}rn".into())]);
}

#[test]
fn blanks_and_empty_edges_make_no_difference() {
    let text = "\u{feff},,,,\r,,,,\r,,Project\u{a0}Title,Team\u{a0}Name,E\u{2011}Mail\r,,Lamp\u{a0}Two,Oak\u{a0},\u{a0}ana@oak.example\u{202f}\r";
    let lamp = only(text);
    assert_eq!((lamp.content.title.as_str(), lamp.content.team.as_deref()), ("Lamp Two", Some("Oak")));
    assert_eq!((emails(&lamp), lamp.rows.as_slice()), (vec!["ana@oak.example"], &[4][..]));
}

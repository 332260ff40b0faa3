//! Files of lists, on every page that takes one.

use crate::api::project_import::world;
use crate::prelude::*;

#[database_test(world(&pool))]
async fn every_page_opens_a_file_in_the_same_way(world: World, site: Site) {
    let buoy = world.project("Buoy").await;
    let pages = [
        ("projects/import", "files", "title,tags\nLamp,wood\n".to_owned(), "New (1)"),
        ("people/invite/check", "file", "email,name\nana@oak.example,Ana\n".to_owned(), "ana@oak.example"),
        ("floor/file/preview", "files", format!("project,room,place\n{buoy},Hall,A1\n"), "Hall, A1"),
        (
            "assignments/file",
            "files",
            format!("judge_email,project_id\njo@x.example,{buoy}\n"),
            "Assigns the project",
        ),
        (
            "assignments/scores",
            "files",
            format!("judge,project,quality,impact\njo@x.example,{buoy},3,7\n"),
            "assigns the project first",
        ),
    ];
    let browser = site.browser("olga");
    let token = secrets::csrf_token(&session("olga"));
    let cookie = format!("sessionid={}", session("olga"));
    for (page, field, list, said) in pages {
        let address = format!("/events/demo/manage/{page}");
        let send = async |bytes: &[u8]| {
            let head = |name: &str, file: &str| {
                format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n")
            };
            let mut body = head("csrfmiddlewaretoken", "").into_bytes();
            body.extend_from_slice(token.as_bytes());
            body.extend_from_slice(format!("\r\n{}", head(field, "; filename=\"list.csv\"")).as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n--x--\r\n");
            let kind = ("content-type", "multipart/form-data; boundary=x");
            let sent = site.api("").send_with("POST", &address, &[kind, ("cookie", &cookie)], body).await;
            if sent.status == 303 { browser.get(sent.location()).await } else { sent }
        };
        let wide = |text: &str| {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
        };
        let spellings = [
            list.clone().into_bytes(),
            format!("\u{feff}{list}").into_bytes(),
            list.replace(',', ";").into_bytes(),
            list.replace(',', "\t").replace('\n', "\r\n").into_bytes(),
            list.replace('\n', "\r").into_bytes(),
            format!("sep=;\r\n{}", list.replace(',', ";")).into_bytes(),
            wide(&list),
        ];
        for bytes in spellings {
            let shown = send(&bytes).await;
            assert!(shown.status == 200 && shown.text().contains(said), "{page} {bytes:?}: {}", shown.text());
        }
        let latin = [list.as_bytes(), b"O\x92Brien\n"].concat();
        let line = list.lines().count() + 1;
        let refused = send(&latin).await;
        assert_eq!(refused.status, 400, "{page}");
        assert!(refused.text().contains(&format!("Line {line} is not UTF-8")), "{page}: {}", refused.text());
        let open = format!("{list}\"never closes\n");
        let refused = send(open.as_bytes()).await;
        assert_eq!(refused.status, 400, "{page}: {}", refused.text());
        assert!(
            refused.text().contains(&format!("The quotation mark in row {line} never closes")),
            "{page}: {}",
            refused.text()
        );
        let refused = send(b"PK\x03\x04").await;
        assert_eq!(refused.status, 400, "{page}: {}", refused.text());
        assert!(refused.text().contains("another file that is not CSV"), "{page}: {}", refused.text());
    }
}

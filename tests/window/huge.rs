//! The viewer on a document of 5,000 pages: how long it takes to open, to jump and to find, and what scrolling
//! costs in memory. `cargo test --workspace --test window -- --ignored --nocapture five_thousand` prints it;
//! times are of the machine, so nothing is tested.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::app::{App, Scene};
use crate::long_pdf;
use crate::wait::wait_within;

const PAGES: usize = 5_000;
const IMPORT: Duration = Duration::from_secs(900);
/// Gives the milliseconds until the picture of `page` is there.
const DRAWN: &str = "const drawn = (page, since, end) => { \
      const image = document.querySelector(`[data-testid=page][data-page='${page}'] img[alt]:not([alt=''])`); \
      if (image?.complete && image.naturalWidth > 0) end(performance.now() - since); \
      else setTimeout(() => drawn(page, since, end), 4) };";

/// Megabytes that the web process holds.
fn web_memory_mb(app: &App<'_>) -> f64 {
    let of = |id: u32| -> Option<f64> {
        let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let line = text.lines().find(|line| line.starts_with("Pss:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    let processes = app.processes();
    let web = processes.iter().filter(|(_, name)| name.starts_with("WebKitWebProces"));
    web.filter_map(|(id, _)| of(*id)).sum::<f64>() / 1024.0
}

fn ms(app: &App<'_>, script: &str) -> f64 {
    let script = format!("const end = arguments[arguments.length - 1]; {DRAWN} {script}");
    match app.script_with_end(&script) {
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN),
        other => panic!("{other}"),
    }
}

/// Jumps by page number. Gives the milliseconds until the picture is asked for, until it has come, and until
/// it is shown.
fn jump(app: &App<'_>, page: usize) -> [f64; 3] {
    let script = format!(
        "const end = arguments[arguments.length - 1]; \
         const box = document.querySelector('[data-testid=page-number]'); \
         const times = []; const since = performance.now(); box.value = '{page}'; \
         box.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); \
         box.form.requestSubmit(); \
         const look = () => {{ \
           const image = document.querySelector( \
             `[data-testid=page][data-page='{page}'] [data-testid=page-image]`); \
           const now = [image, image?.complete && image.naturalWidth > 0, image?.alt]; \
           for (const one of now.slice(times.length)) {{ \
             if (!one) break; times.push(performance.now() - since); }} \
           if (times.length === 3) end(times); else setTimeout(look, 2) }}; look();"
    );
    serde_json::from_value(app.script_with_end(&script)).expect("three times")
}

fn median(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() - 1])
}

#[test]
#[ignore = "takes minutes and prints figures"]
fn five_thousand_pages() {
    let scene = Scene::new("huge");
    let file = scene.path("pallets.pdf");
    fs::write(&file, long_pdf::long_pdf(PAGES)).unwrap();
    let library = scene.library();
    library.register(&file).unwrap();
    let began = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| library.import_next());
        wait_within(IMPORT, "the pages to be read", || {
            let row = library.documents().unwrap().remove(0);
            if row.by_words {
                Ok(())
            } else {
                Err(format!("{:?}, page {}", row.status, row.pages_done))
            }
        });
        println!("{PAGES} pages can be asked after {:.0} s", began.elapsed().as_secs_f64());
        library.set_paused(true).unwrap();
    });
    let id = library.documents().unwrap()[0].id.clone();
    let times = (0..30).map(|at| {
        let page = library.pages(&id).unwrap()[100 + at % 3].page;
        let began = Instant::now();
        library.render_page(&id, page, 1.5).unwrap();
        began.elapsed().as_secs_f64() * 1e3
    });
    let (usual, most) = median(times.collect());
    println!("a page at 150 %, warm: median {usual:.0} ms, longest {most:.0} ms");
    let fresh = (0..20).map(|at| {
        let page = library.pages(&id).unwrap()[at * 211 + 300].page;
        let began = Instant::now();
        library.render_page(&id, page, 1.5).unwrap();
        began.elapsed().as_secs_f64() * 1e3
    });
    let (usual, most) = median(fresh.collect());
    println!("one that was not drawn before: median {usual:.0} ms, longest {most:.0} ms");
    drop(library);

    let app = scene.start(&[]);
    app.all_ready(1);
    app.resize(1280, 800);
    thread::sleep(Duration::from_secs(2));
    let at_start = web_memory_mb(&app);
    let opening = "const since = performance.now(); \
        document.querySelector('[data-testid=document] .name').click(); drawn(1, since, end);";
    println!("opens in {:.0} ms", ms(&app, opening));

    let jumps: Vec<[f64; 3]> = (1..=20)
        .map(|at| {
            // A person looks at a page before the next jump.
            thread::sleep(Duration::from_millis(600));
            jump(&app, (at * 1_237) % PAGES + 1)
        })
        .collect();
    let (usual, most) = median(jumps.iter().map(|[.., shown]| *shown).collect());
    println!("jumps: median {usual:.0} ms, longest {most:.0} ms");
    let part = |number: usize| median(jumps.iter().map(|parts| parts[number]).collect()).0;
    println!(
        "of these: median {:.0} ms until the picture is asked for, {:.0} ms until it has come",
        part(0),
        part(1)
    );

    for words in ["gate 7", "row 119999"] {
        let script = format!(
            "if (!document.querySelector('[data-testid=find-text]')) \
               document.querySelector('[data-testid=find-toggle]').click(); \
             setTimeout(() => {{ \
               const field = document.querySelector('[data-testid=find-text]'); \
               const count = () => document.querySelector('[data-testid=find-count]')?.innerText ?? ''; \
               const before = count(); const since = performance.now(); field.value = '{words}'; \
               field.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); \
               const look = () => count() !== before && count() !== '' \
                 ? end(performance.now() - since) : requestAnimationFrame(look); \
               requestAnimationFrame(look) }}, 300);"
        );
        let took = ms(&app, &script);
        println!(
            "find “{words}”: {took:.0} ms, {}",
            app.texts("[data-testid=find-count]").join("")
        );
    }

    let before = web_memory_mb(&app);
    // In pieces: a call to the window may not take minutes.
    for piece in 0..250 {
        let script = format!(
            "const view = document.querySelector('[data-testid=scroller]'); \
             const to = view.scrollHeight * ({piece} + 1) / 250; \
             const step = () => {{ view.scrollTop += view.clientHeight * 2; \
               if (view.scrollTop >= Math.min(to, view.scrollHeight - view.clientHeight - 2)) end(0); \
               else setTimeout(step, 25) }}; step();"
        );
        ms(&app, &script);
    }
    let after = web_memory_mb(&app);
    thread::sleep(Duration::from_secs(5));
    let rested = web_memory_mb(&app);
    println!(
        "memory of the webview: {at_start:.0} MB at the start, {before:.0} MB before scrolling, \
         {after:.0} MB at the end, {rested:.0} MB five seconds later"
    );
    app.quit();
}

//! Writes words of listed pages as JSON lines: `dump LIB < list of "path\tpage"`.
use std::io::BufRead;
use citelight_core::PageNumber;
fn main(){
 let a: Vec<String> = std::env::args().collect();
 let lib = citelight_pdf::bind(a[1].as_ref()).unwrap();
 let mut t = std::time::Duration::ZERO; let mut n=0;
 for line in std::io::stdin().lock().lines() { let line=line.unwrap();
  let (path, pages) = line.split_once('\t').unwrap();
  let d = match lib.open(path.as_ref(), None) {Ok(d)=>d, Err(e)=>{eprintln!("{e}");continue}};
  for p in pages.split(',') { let p: u32 = p.parse().unwrap();
  let t0=std::time::Instant::now();
  let (w,size) = match d.page(PageNumber::new(p).unwrap()).and_then(|pg| Ok((pg.words()?,pg.size()))) {Ok(w)=>w, Err(e)=>{eprintln!("{e}");continue}};
  t+=t0.elapsed(); n+=1;
  if a.len()<3 { println!("{}", serde_json::json!({"path":path,"page":p,"w":size.0,"h":size.1,"words":w.iter().map(|w| serde_json::json!([w.rect.x0,w.rect.y0,w.rect.x1,w.rect.y1,w.text])).collect::<Vec<_>>()})); }
  }
 }
 eprintln!("{n} pages {t:?}");
}

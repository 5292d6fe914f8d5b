//! JSON over HTTP/1.1 to a driver on this machine: one request, one connection. Refuses everything
//! that such a driver does not send (chunks, redirects, encodings).

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Sends a request and gives the answer's status and body. `limit` is for each read and write.
pub(crate) fn request(
    port: u16,
    method: &str,
    path: &str,
    body: Option<&Value>,
    limit: Duration,
) -> Result<(u16, Value), String> {
    let told = |error: &dyn std::fmt::Display| format!("{method} {path}: {error}");
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, limit).map_err(|error| told(&error))?;
    stream.set_read_timeout(Some(limit)).map_err(|error| told(&error))?;
    stream.set_write_timeout(Some(limit)).map_err(|error| told(&error))?;

    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).map_err(|error| told(&error))?;

    let mut reply = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        if let Some((status, start, length)) = head_of(&reply)
            && reply.len() >= start + length
        {
            let body = &reply[start..start + length];
            let json = serde_json::from_slice(body).map_err(|error| {
                told(&format!("no JSON ({error}): {}", String::from_utf8_lossy(body)))
            })?;
            return Ok((status, json));
        }
        match stream.read(&mut buffer).map_err(|error| told(&error))? {
            0 => {
                let reply = String::from_utf8_lossy(&reply);
                return Err(told(&format!("the answer breaks off: {reply:?}")));
            }
            read => reply.extend_from_slice(&buffer[..read]),
        }
    }
}

/// Status, start and length of the body, once the head is complete.
fn head_of(reply: &[u8]) -> Option<(u16, usize, usize)> {
    let end = reply.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&reply[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    })?;
    Some((status, end + 4, length))
}

//! Messages between the grader and a keeper: a length, JSON, and optional descriptors.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, SendAncillaryBuffer, SendAncillaryMessage, recvmsg,
    sendmsg,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::system;

/// Maximum number of descriptors of a message.
const MOST_DESCRIPTORS: usize = 3;

/// Maximum memory that is allocated before a message arrives, in bytes.
const MOST_USUAL: u64 = 1 << 16;

pub(super) fn send(
    mut socket: &UnixStream,
    message: &impl Serialize,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let length = (text.len() as u64).to_le_bytes();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let parts = [IoSlice::new(&length), IoSlice::new(&text)];
    let sent = sendmsg(socket, &parts, &mut control, system::SEND)?;
    if sent < length.len() {
        socket.write_all(&length[sent..])?;
    }
    socket.write_all(&text[sent.saturating_sub(length.len())..])
}

/// Receives a message and its descriptors. Returns none if the connection was closed.
pub(super) fn receive<M: DeserializeOwned>(
    mut socket: &UnixStream,
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut header = [0; 8];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut header)];
    let received = recvmsg(socket, &mut parts, &mut control, system::RECEIVE)?.bytes;
    let descriptors = control
        .drain()
        .flat_map(|message| match message {
            RecvAncillaryMessage::ScmRights(descriptors) => descriptors.collect(),
            _ => Vec::new(),
        })
        .collect();
    if received == 0 {
        return Ok(None);
    }
    socket.read_exact(&mut header[received..])?;
    let length = u64::from_le_bytes(header);
    let usual = usize::try_from(length.min(MOST_USUAL)).unwrap_or_default();
    let mut text = Vec::with_capacity(usual + 1);
    socket.take(length).read_to_end(&mut text)?;
    if text.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((serde_json::from_slice(&text)?, descriptors)))
}

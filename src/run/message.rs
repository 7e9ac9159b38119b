//! Messages between the grader and a keeper: fields one after the other, with
//! descriptors where they are needed.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, SendAncillaryBuffer, SendAncillaryMessage, recvmsg,
    sendmsg,
};

use super::system;

/// How many descriptors a message may carry.
const MOST_DESCRIPTORS: usize = 3;

/// Longer messages, in bytes, are no reason to take memory beforehand.
const MOST_USUAL: u64 = 1 << 16;

/// A message that is put together.
#[derive(Debug, Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn duration(&mut self, duration: Duration) {
        self.number(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
    }

    pub(super) fn bytes(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn list(&mut self, items: impl ExactSizeIterator<Item = impl AsRef<[u8]>>) {
        self.number(items.len() as u64);
        for item in items {
            self.bytes(item);
        }
    }

    /// Sends the message.
    pub(super) fn send(
        &self,
        mut socket: &UnixStream,
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        let length = (self.0.len() as u64).to_le_bytes();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let parts = [IoSlice::new(&length), IoSlice::new(&self.0)];
        let sent = sendmsg(socket, &parts, &mut control, system::SEND)?;
        if sent < length.len() {
            socket.write_all(&length[sent..])?;
        }
        socket.write_all(&self.0[sent.saturating_sub(length.len())..])
    }
}

/// A message that is taken apart.
#[derive(Debug)]
pub(super) struct Reader {
    bytes: Vec<u8>,
    at: usize,
    descriptors: Vec<OwnedFd>,
}

impl Reader {
    /// Receives a message; none if the other side has gone.
    pub(super) fn receive(mut socket: &UnixStream) -> io::Result<Option<Self>> {
        let mut length = [0; 8];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut parts = [IoSliceMut::new(&mut length)];
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
        socket.read_exact(&mut length[received..])?;
        let length = u64::from_le_bytes(length);
        let usual = usize::try_from(length.min(MOST_USUAL)).unwrap_or_default();
        let mut bytes = Vec::with_capacity(usual + 1);
        socket.take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Self {
            bytes,
            at: 0,
            descriptors,
        }))
    }

    fn take(&mut self, length: usize) -> io::Result<&[u8]> {
        let end = self.at.checked_add(length);
        let part = end.and_then(|end| self.bytes.get(self.at..end));
        let part = part.ok_or(io::ErrorKind::InvalidData)?;
        self.at += length;
        Ok(part)
    }

    pub(super) fn number(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?;
        let bytes = bytes.try_into().map_err(io::Error::other)?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn size(&mut self) -> io::Result<usize> {
        usize::try_from(self.number()?).map_err(io::Error::other)
    }

    pub(super) fn duration(&mut self) -> io::Result<Duration> {
        Ok(Duration::from_nanos(self.number()?))
    }

    pub(super) fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = self.size()?;
        Ok(self.take(length)?.to_vec())
    }

    pub(super) fn text(&mut self) -> io::Result<OsString> {
        self.bytes().map(OsString::from_vec)
    }

    pub(super) fn list<T: From<OsString>>(&mut self) -> io::Result<Vec<T>> {
        let length = self.number()?;
        (0..length).map(|_| self.text().map(T::from)).collect()
    }

    /// The descriptors that came with it, if there are as many as expected.
    pub(super) fn descriptors<const N: usize>(&mut self) -> io::Result<[OwnedFd; N]> {
        let descriptors = std::mem::take(&mut self.descriptors);
        descriptors
            .try_into()
            .map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

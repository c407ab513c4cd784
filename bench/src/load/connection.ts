import { connect, type Socket } from 'node:net'

const TIMEOUT_MS = 20_000
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

export interface Connection {
  /** Sends a whole request. Throws at an answer that is late, broken off or without a length. */
  send: (request: Buffer) => Promise<number>
  close: () => void
}

/**
 * Opens a connection that sends one request after the other. It reads no more of an answer than status and length: on
 * two cores a load generator takes part in what it measures, and clients that parse everything cost two to six times
 * as much processor time for each answer.
 */
export async function openConnection({ hostname, port }: URL): Promise<Connection> {
  let head: Buffer = EMPTY
  let left = 0
  let status = 0
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null
  const end = () => {
    const waiting = settle
    settle = null
    waiting?.resolve(status)
  }
  const fail = (error: Error) => {
    const waiting = settle
    settle = null
    waiting?.reject(error)
  }
  const read = (chunk: Buffer): void => {
    if (left > 0) {
      left -= chunk.length
      if (left === 0) end()
      return
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const at = head.indexOf(END_OF_HEAD)
    if (at < 0) {
      // The socket reads the next bytes into the same buffer.
      head = Buffer.from(head)
      return
    }
    const text = head.toString('latin1', 0, at)
    status = Number(text.slice(9, 12))
    const length = /\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? (status === 204 ? '0' : null)
    if (length === null) {
      fail(new Error(`An answer has no content-length:\n${text}`))
      return
    }
    left = Number(length) - (head.length - at - END_OF_HEAD.length)
    head = EMPTY
    if (left === 0) end()
  }
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened: Socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback: (bytes, buffer) => {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))
          return true
        },
      },
    })
    opened.once('connect', () => resolve(opened))
    opened.once('error', reject)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  socket.setTimeout(TIMEOUT_MS, () => {
    fail(new Error(`There was no answer in ${TIMEOUT_MS / 1_000} s.`))
    socket.destroy()
  })
  return {
    send: (request) =>
      new Promise<number>((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

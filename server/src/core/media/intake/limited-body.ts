import type { Readable } from 'node:stream'

export interface BodyLimit {
  maxBytes: number
  /** What the sender says that it has; 0 when it does not say. */
  announcedBytes: number
  refuse: () => Error
}

/** The bytes of a body, at most as many as are taken. A body that is refused stays unread. */
export async function* upToLimit(
  body: Readable,
  { maxBytes, announcedBytes, refuse }: BodyLimit,
): AsyncGenerator<Buffer> {
  if (announcedBytes > maxBytes) throw refuse()
  let bytes = 0
  // Left open where we stop: destroying it would close the connection before the answer is read.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw refuse()
    yield chunk
  }
}

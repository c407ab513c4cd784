import type { Media } from '@plinth/contract/media/media.ts'

/** A media as the server returns it, for tests. */
export const exampleMedia = (id: string, change: Partial<Media> = {}): Media => ({
  id,
  url: `/media/${id}/original.png`,
  state: 'ready',
  failure: null,
  kind: 'image',
  fileName: `${id}.png`,
  contentType: 'image/png',
  bytes: 1_000,
  picture: {
    id,
    width: 10,
    height: 10,
    thumbhash: null,
    alt: '',
    state: change.state ?? 'ready',
    renditions: [],
    originalUrl: `/media/${id}/original.png`,
    signature: '',
    isAnimated: false,
    hasTiles: false,
  },
  video: null,
  audio: null,
  document: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
})

import type { Receipt } from '@plinth/contract/media/media.ts'

const FACTS = {
  format: 'TIFF',
  details: ['16 bit', 'Adobe RGB (1998)'],
  width: 3_600,
  height: 3_600,
  durationMs: null,
  pages: null,
  bytes: 50_541_363,
}

/** A photograph with one size being made and one that failed. */
export const receipt: Receipt = {
  media: {
    id: '0190c2a0-0000-7000-8000-000000000001',
    url: '/media/0190c2a0-0000-7000-8000-000000000001/original.tiff',
    state: 'ready',
    failure: null,
    kind: 'image',
    fileName: 'carp-120cm.tif',
    contentType: 'image/tiff',
    bytes: 50_541_363,
    picture: {
      id: '0190c2a0-0000-7000-8000-000000000001',
      width: 3_600,
      height: 3_600,
      thumbhash: null,
      alt: 'Orange fish mosaic on waves of blue tesserae',
      state: 'ready',
      renditions: [320, 640, 3_600],
      originalUrl: '/media/0190c2a0-0000-7000-8000-000000000001/3600.webp',
      signature: '',
      isAnimated: false,
      hasTiles: true,
    },
    video: null,
    audio: null,
    document: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  received: FACTS,
  kept: { ...FACTS, bytes: 50_500_000 },
  isSame: false,
  takenOut: ['place', 'device', 'history'],
  made: [
    made('3600.avif', 'Largest', 3_600, 2_726_297),
    made('640.avif', 'Wall', 640, 241_664),
    { ...made('320.avif', 'Thumbnail', 320, 0), bytes: null, state: 'processing' },
    { ...made('1920.avif', 'Large', 1_920, 0), bytes: null, state: 'failed' },
  ],
  failure: 'It ran out of memory.',
  canRetry: true,
  downloadUrl: '/media/0190c2a0-0000-7000-8000-000000000001/original.tiff?download',
}

function made(name: string, label: string, side: number, bytes: number): Receipt['made'][number] {
  return { name, label, format: 'AVIF', width: side, height: side, bytes, state: 'ready' }
}

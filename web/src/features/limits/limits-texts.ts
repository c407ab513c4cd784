/** Texts of the limits page. The figures come from the contract. */
export const texts = {
  title: 'All limits',
  lead: 'What Plinth takes, how large it may be, and what happens to it. The same for everybody, and nothing else.',
  ai: 'AI training and licences',
  formats: {
    title: 'What Plinth takes',
    kind: 'Kind',
    format: 'Formats',
    most: 'At most',
    note: 'A file is what its content says, never what its name says. Anything else is turned away with the reason.',
    kinds: {
      image: 'Pictures',
      video: 'Videos',
      audio: 'Audio',
      pdf: 'PDF',
      document: 'Documents',
    },
    captions: 'Captions of a video',
    captionFormats: 'WebVTT (.vtt), SubRip (.srt)',
    picture: (megapixels: string, side: string, frames: string) =>
      `${megapixels} megapixels, ${side} pixels a side; moving ones ${frames} frames`,
    video: (minutes: string, side: string) => `${minutes} minutes, ${side} pixels a side`,
    audio: (minutes: string) => `${minutes} minutes`,
    pdf: (pages: string) => `${pages} pages`,
    document: 'as long as it likes within its size',
  },
  sizes: {
    title: 'How much',
    what: 'What',
    file: 'One file',
    fileWords: (megabytes: string) => `${megabytes} MB, each of 1,024 by 1,024 bytes`,
    all: 'All your files together',
    gigabytes: (gigabytes: string) => `${gigabytes} GB`,
    works: 'Works on your wall',
    worksWords: (gigabytes: string) => `any number within these ${gigabytes} GB`,
    post: 'Files in one post',
    message: 'Files in one message',
    delivery: 'Files in one delivery',
    deliveryFile: 'One file of a delivery',
    deliveries: 'Files for deliveries in all your open projects',
    deliveriesWords: (gigabytes: string) => `${gigabytes} GB of their own`,
    open: 'Files on their way at the same time',
    unused: 'Files that nothing uses yet',
    alt: 'Alternative text of a file',
    altWords: (characters: string) => `${characters} characters`,
    unfinished: 'An upload that stands still waits',
    unusedFor: 'A file that nothing uses waits',
    undelivered: 'A file that is not delivered waits',
    hours: (hours: string) => `${hours} hours`,
    note: 'An upload goes on where it stood: after a lost connection by itself, after a closed tab when the same file is chosen again.',
  },
  kept: {
    title: 'What is kept',
    points: [
      'Every pixel, every frame and every sound, as they came: the original is not encoded again.',
      'The colour profile, and which way up a picture is.',
      'A picture that browsers show is never replaced by a smaller copy. At 1:1 it is the original that one looks at.',
    ],
  },
  takenOut: {
    title: 'What is taken out',
    lead: 'Before a file is kept, from the original too:',
    note: 'What was found and taken out of a file stands on its receipt. PDF and documents stay as they are, with whatever they say of their author.',
  },
  made: {
    title: 'What is made',
    widths: (widths: string) =>
      `Copies ${widths} pixels wide, as AVIF and WebP, as far as they are narrower than the picture.`,
    shown: (formats: string) =>
      `Of ${formats}, which not every browser shows, a copy as large as they do.`,
    video:
      'Of a video a still, a few silent seconds for walls, and where not every browser plays it, one that does.',
    sheet:
      'Of everything else a picture that stands for it: a waveform, a first page, a sheet with its name.',
  },
} as const

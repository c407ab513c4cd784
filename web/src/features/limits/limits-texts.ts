/** Texts of the limits page. The figures come from the contract. */
export const texts = {
  title: 'All limits',
  lead: 'Which files you can upload, how large they can be, and what we do with them. The same for everybody.',
  ai: 'AI training and licences',
  formats: {
    title: 'Files you can upload',
    kind: 'Kind',
    format: 'Formats',
    most: 'Limit',
    note: 'We check the file itself, not its name. If we can’t take it, we tell you why.',
    kinds: {
      image: 'Pictures',
      video: 'Videos',
      audio: 'Audio',
      pdf: 'PDF',
      document: 'Documents',
    },
    captions: 'Video captions',
    captionFormats: 'WebVTT (.vtt), SubRip (.srt)',
    picture: (megapixels: string, side: string, frames: string) =>
      `${megapixels} megapixels, ${side} pixels a side; animations ${frames} frames`,
    video: (minutes: string, side: string) => `${minutes} minutes, ${side} pixels a side`,
    audio: (minutes: string) => `${minutes} minutes`,
    pdf: (pages: string) => `${pages} pages`,
    document: 'Any length, up to 50 MB',
  },
  sizes: {
    title: 'Sizes and numbers',
    what: 'What',
    file: 'One file',
    fileWords: (megabytes: string) => `${megabytes} MB, each of 1,024 by 1,024 bytes`,
    all: 'All your files together',
    gigabytes: (gigabytes: string) => `${gigabytes} GB`,
    works: 'Works on your wall',
    worksWords: (gigabytes: string) => `any number, up to ${gigabytes} GB together`,
    post: 'Files in one post',
    message: 'Files in one message',
    delivery: 'Files in one delivery',
    deliveryFile: 'One file of a delivery',
    deliveries: 'Files for deliveries in all your open projects',
    deliveriesWords: (gigabytes: string) => `${gigabytes} GB, counted separately`,
    open: 'Uploads at the same time',
    unused: 'Uploaded files you haven’t used yet',
    alt: 'Alternative text for a file',
    altWords: (characters: string) => `${characters} characters`,
    unfinished: 'Unfinished uploads are kept for',
    unusedFor: 'Files you don’t use are kept for',
    undelivered: 'Files you add but don’t deliver are kept for',
    hours: (hours: string) => `${hours} hours`,
    note: 'Uploads continue where they stopped. If you lose your connection, this happens by itself. If you close the tab, choose the same file again.',
  },
  kept: {
    title: 'What we keep',
    points: [
      'Every pixel, every frame and every sound. We never re-encode your original.',
      'The colour profile and the orientation.',
      'If browsers can show your picture, people see the original at 1:1, not a smaller copy.',
    ],
  },
  takenOut: {
    title: 'What we remove',
    lead: 'Before we store a file, we remove this, also from the original:',
    note: 'File details list what we removed. PDFs and documents stay as they are, including their author’s name.',
  },
  made: {
    title: 'What we make',
    widths: (widths: string) =>
      `Copies ${widths} pixels wide, as AVIF and WebP. None is wider than your picture.`,
    shown: (formats: string) =>
      `A full-size copy of ${formats}, because not every browser shows them.`,
    video:
      'For a video: a still, a silent preview, and a copy that every browser plays if yours doesn’t.',
    sheet:
      'For everything else, a picture: a waveform, the first page, or a sheet with the file’s name.',
  },
} as const

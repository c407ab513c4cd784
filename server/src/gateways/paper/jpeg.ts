import sharp from 'sharp'

/**
 * One of our own renditions as a JPEG, because PDFs know nothing newer. It is decoded in this process: we have made its
 * bytes ourselves, in a process apart.
 */
export const jpegOf = (rendition: Buffer): Promise<Buffer> =>
  sharp(rendition).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()

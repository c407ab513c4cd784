/** Tags of TIFF that decide what is done. */
export const TIFF_TAGS = {
  subfileType: 254,
  compression: 259,
  stripOffsets: 273,
  stripBytes: 279,
  tileOffsets: 324,
  tileBytes: 325,
  subDirectories: 330,
  jpegTables: 347,
  dngVersion: 50_706,
} as const

/** Tags that the picture is read by. Everything else is words about it, or nobody knows what. */
export const PICTURE_TAGS = new Set<number>([
  TIFF_TAGS.subfileType,
  TIFF_TAGS.compression,
  TIFF_TAGS.stripOffsets,
  TIFF_TAGS.stripBytes,
  TIFF_TAGS.tileOffsets,
  TIFF_TAGS.tileBytes,
  TIFF_TAGS.jpegTables,
  // Old subfile type, width, height, bits per sample, photometric interpretation, threshholding, fill order.
  255,
  256,
  257,
  258,
  262,
  263,
  266,
  // Orientation, samples per pixel, rows per strip, smallest and largest value, resolution, planes, its unit.
  274,
  277,
  278,
  280,
  281,
  282,
  283,
  284,
  296,
  // Grey response, fax options, transfer function, predictor, white point, primaries, colour map, halftones.
  290,
  291,
  292,
  293,
  301,
  317,
  318,
  319,
  320,
  321,
  // Tile width and height, inks, dot range, extra samples, sample format, smallest and largest sample.
  322,
  323,
  332,
  334,
  336,
  338,
  339,
  340,
  341,
  // YCbCr coefficients, subsampling and siting, reference black and white, ICC profile.
  529,
  530,
  531,
  532,
  34_675,
])

/** None, fax, LZW, JPEG, deflate twice, PackBits: what is read here and holds no words but JPEG's. */
export const PIXEL_COMPRESSIONS = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946])
export const JPEG_COMPRESSION = 7

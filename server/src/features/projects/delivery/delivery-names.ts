/** Where a delivery's files are fetched. */
export const DELIVERY_PATH = '/media/deliveries/'
/** The file as it was sent; and the picture of it that may be seen before the rest is paid. */
export const ORIGINAL_NAME = 'original'
export const PREVIEW_NAME = 'preview.webp'

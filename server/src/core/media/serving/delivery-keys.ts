/** Objects of files of deliveries, kept apart from media: nothing of them is ever public. */
export const DELIVERIES = 'deliveries/'

export const deliveryPrefix = (fileId: string): string => `${DELIVERIES}${fileId}/`
/** The file as it was sent. */
export const deliveredKey = (fileId: string): string => `${deliveryPrefix(fileId)}original.bin`
export const deliveryPreviewKey = (fileId: string): string =>
  `${deliveryPrefix(fileId)}preview.webp`

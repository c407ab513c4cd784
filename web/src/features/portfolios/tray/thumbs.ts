const WIDTH = 112

/**
 * A small picture of an image file, as an object URL that the caller revokes. Null where the browser cannot draw it.
 * Draw one after another: each is decoded whole for a moment.
 */
export async function drawThumb(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'medium' })
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.8)
    })
    return blob === null ? null : URL.createObjectURL(blob)
  } catch {
    return null
  }
}

import { lazy, Suspense } from 'react'
import { PlainPicture, type PlainPictureProps } from './plain-picture.tsx'

// Few are sensitive: what is asked about them follows.
const VeiledPicture = lazy(async () => ({
  default: (await import('./veiled-picture.tsx')).VeiledPicture,
}))

export interface PictureProps extends PlainPictureProps {
  /** Where a sensitive one can be asked for; its box has to be positioned. Small ones lead to where that is. */
  askable?: boolean
}

/** As large as the picture, and nothing to see. */
const NOTHING = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

/** A picture, or if it is sensitive its box and colours until the viewer asks for it. */
export function Picture({ askable = false, ...props }: PictureProps) {
  if (props.picture.isSensitive !== true) return <PlainPicture {...props} />
  const hidden = (
    <PlainPicture {...props} picture={{ ...props.picture, avif: '', webp: '', src: NOTHING }} />
  )
  return (
    <Suspense fallback={hidden}>
      <VeiledPicture shown={props} hidden={hidden} askable={askable} />
    </Suspense>
  )
}

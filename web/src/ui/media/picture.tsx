import { lazy, Suspense } from 'react'
import { PlainPicture, type PlainPictureProps } from './plain-picture.tsx'

// Few pictures are sensitive, so the code for them is loaded separately.
const VeiledPicture = lazy(async () => ({
  default: (await import('./veiled-picture.tsx')).VeiledPicture,
}))

export interface PictureProps extends PlainPictureProps {
  /** Whether a sensitive picture can be revealed here; its container must be positioned. Small ones only link to it. */
  canReveal?: boolean
}

/** An empty image that takes the picture's size. */
const NOTHING = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

/** A picture. A sensitive one shows only its colour until the viewer reveals it. */
export function Picture({ canReveal = false, ...props }: PictureProps) {
  if (props.picture.isSensitive !== true) return <PlainPicture {...props} />
  const hidden = (
    <PlainPicture {...props} picture={{ ...props.picture, avif: '', webp: '', src: NOTHING }} />
  )
  return (
    <Suspense fallback={hidden}>
      <VeiledPicture shown={props} hidden={hidden} canReveal={canReveal} />
    </Suspense>
  )
}

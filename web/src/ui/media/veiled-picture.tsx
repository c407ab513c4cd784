import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainPicture, type PlainPictureProps } from './plain-picture.tsx'
import { reveal, useVeiled } from './revealed.ts'

/** A sensitive picture: a placeholder and a button to reveal it. */
export function VeiledPicture({
  shown,
  hidden,
  canReveal,
}: {
  shown: PlainPictureProps
  hidden: ReactNode
  canReveal: boolean
}) {
  if (!useVeiled(shown.picture)) return <PlainPicture {...shown} />
  return (
    <>
      {hidden}
      {canReveal ? <Veil picture={shown.picture} /> : null}
    </>
  )
}

/** Covers a hidden picture, inside the nearest positioned container. */
function Veil({ picture }: { picture: { src: string } }) {
  return (
    <button
      type="button"
      onClick={() => reveal(picture)}
      className="absolute inset-0 z-2 grid size-full cursor-pointer place-content-center p-2"
    >
      <span className="flex min-h-11 items-center gap-2 rounded-control bg-surface-2 px-4 text-14 font-semibold text-ink">
        <EyeOff size={16} aria-hidden />
        Sensitive. Show
      </span>
    </button>
  )
}

import { lazy, Suspense, useState, type FocusEvent, type PointerEvent } from 'react'

const FilmPreview = lazy(async () => ({
  default: (await import('./film-preview.tsx')).FilmPreview,
}))

/**
 * A few silent seconds of a film while a mouse or the focus rests on its card. Spread `looking` on the card, and put
 * `preview` behind its picture.
 */
export function useFilmPreview(src: string | null | undefined) {
  const [isLookedAt, setLookedAt] = useState(false)
  if (!src) return { looking: {}, preview: null }
  const leave = () => setLookedAt(false)
  return {
    looking: {
      // A finger that touches a card opens it.
      onPointerEnter: ({ pointerType }: PointerEvent) => setLookedAt(pointerType === 'mouse'),
      onPointerLeave: leave,
      onFocus: ({ target }: FocusEvent) => setLookedAt(target.matches(':focus-visible')),
      onBlur: leave,
    },
    preview: isLookedAt ? (
      <Suspense fallback={null}>
        <FilmPreview src={src} />
      </Suspense>
    ) : null,
  }
}

import { lazy, Suspense, useState, type FocusEvent, type PointerEvent } from 'react'

const FilmPreview = lazy(async () => ({
  default: (await import('./film-preview.tsx')).FilmPreview,
}))

/**
 * Plays a few silent seconds of a video while its card is hovered or focused. Spread `handlers` on the card and put
 * `preview` after its picture.
 */
export function useFilmPreview(src: string | null | undefined) {
  const [isActive, setActive] = useState(false)
  if (!src) return { handlers: {}, preview: null }
  const leave = () => setActive(false)
  return {
    handlers: {
      // Touching a card opens it, so only a mouse starts the preview.
      onPointerEnter: ({ pointerType }: PointerEvent) => setActive(pointerType === 'mouse'),
      onPointerLeave: leave,
      onFocus: ({ target }: FocusEvent) => setActive(target.matches(':focus-visible')),
      onBlur: leave,
    },
    preview: isActive ? (
      <Suspense fallback={null}>
        <FilmPreview src={src} />
      </Suspense>
    ) : null,
  }
}

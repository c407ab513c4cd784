import { lazy, useEffect } from 'react'
import { opensSearch } from '../../lib/browser/keys.ts'
import { openPalette, typedAhead, usePalette } from '../../lib/browser/palette-state.ts'
import { TooltipProvider } from '../../ui/overlay/tooltip.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'

const RoutedPalette = lazy(async () => ({
  default: (await import('./routed-palette.tsx')).RoutedPalette,
}))

/** Opens the search palette by `/`, Ctrl K and ⌘K on every screen. Its code loads when it first opens. */
export function SearchPaletteHost() {
  const palette = usePalette()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isLetter = !event.ctrlKey && !event.metaKey && !event.altKey
      if (isLetter && typedAhead(event.key)) event.preventDefault()
      else if (opensSearch(event)) {
        event.preventDefault()
        openPalette()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    // Visitors have no provider around their screens.
    <TooltipProvider>
      <OnceOpened open={palette !== null}>
        <RoutedPalette palette={palette} />
      </OnceOpened>
    </TooltipProvider>
  )
}

import { useEffect, useState } from 'react'
import { SECTION_IDS, type SectionId } from './section.tsx'
import { texts } from './settings-texts.ts'

/** A section is in view when its top is above this part of the window's height. */
const IN_VIEW = 0.3

/** The section in view: the last one that begins above the line. */
function useSectionInView(): SectionId {
  const [current, setCurrent] = useState<SectionId>('profile')
  useEffect(() => {
    const update = () => {
      const tops = SECTION_IDS.map((id) => ({
        id,
        top: document.getElementById(id)?.getBoundingClientRect().top ?? Infinity,
      }))
      const isAtEnd =
        window.scrollY > 0 &&
        window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
      const passed = tops.filter(({ top }) => top < window.innerHeight * IN_VIEW)
      setCurrent((isAtEnd ? tops : passed).at(-1)?.id ?? 'profile')
    }
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [])
  return current
}

/** Links to the sections, with the current one marked. On a phone it scrolls sideways. */
export function SettingsIndex() {
  const current = useSectionInView()
  useEffect(() => {
    const link = document.getElementById(`to-${current}`)
    const row = link?.parentElement?.parentElement
    if (!link || !row || row.scrollWidth <= row.clientWidth) return
    row.scrollTo({ left: link.offsetLeft - 20 })
  }, [current])
  return (
    <nav aria-label={texts.index} className="settings-index">
      <ul>
        {SECTION_IDS.map((id) => (
          <li key={id}>
            <a
              id={`to-${id}`}
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={(event) => {
                // Not a new entry in the history, which would ask about unsaved changes.
                event.preventDefault()
                goTo(id)
              }}
            >
              {texts.sections[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function goTo(id: SectionId): void {
  document.getElementById(id)?.scrollIntoView({ block: 'start' })
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
}

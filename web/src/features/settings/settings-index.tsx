import { useEffect, useState } from 'react'
import { SECTION_IDS, type SectionId } from './section.tsx'
import { texts } from './settings-texts.ts'

/** How far down the page a section counts as the one in view: a little under the bars. */
const LINE = 0.3

/** The section that is read now: the last one whose beginning has passed the line. */
function useSectionInView(): SectionId {
  const [current, setCurrent] = useState<SectionId>('profile')
  useEffect(() => {
    const look = () => {
      const tops = SECTION_IDS.map((id) => ({
        id,
        top: document.getElementById(id)?.getBoundingClientRect().top ?? Infinity,
      }))
      const isAtEnd =
        window.scrollY > 0 &&
        window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
      const passed = tops.filter(({ top }) => top < window.innerHeight * LINE)
      setCurrent((isAtEnd ? tops : passed).at(-1)?.id ?? 'profile')
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])
  return current
}

/** Where one is in the long form, and a way to the other sections. On a phone it scrolls sideways. */
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
                // Not a place of its own in the history: what is typed is not left.
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

import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { PlainField } from './blocks/caption.tsx'
import { blockTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'
import { HEAD } from './use-studio.ts'

/** The title and the description of the work. */
export function StudyHead() {
  const { study, state, choose, chosen } = useOpenStudio()
  const set = (field: 'title' | 'description', value: string) =>
    state.change((now) => ({ ...now, [field]: value }), field)
  return (
    <section
      aria-label={texts.head}
      data-block={HEAD}
      data-chosen={chosen.id === HEAD || undefined}
      className="editor-block editor-head"
      onFocusCapture={() => choose(HEAD)}
      onPointerDownCapture={() => choose(HEAD)}
    >
      <div className="editor-body">
        <PlainField
          label={texts.title}
          hint={texts.titleHint}
          value={study.title}
          most={MAX_TITLE_LENGTH}
          className="work-title editor-title"
          onChange={(value) => set('title', value.replaceAll('\n', ' '))}
        />
        <PlainField
          label={texts.description}
          hint={texts.descriptionHint}
          value={study.description}
          most={MAX_DESCRIPTION_LENGTH}
          onChange={(value) => set('description', value)}
        />
      </div>
    </section>
  )
}

import { lazy, Suspense, useState } from 'react'
import { X } from 'lucide-react'
import { MAX_FACT_LENGTH, MAX_QUOTE_LENGTH, MAX_TOOLS } from '@plinth/contract/limits.ts'
import { showError } from '../../../../../ui/feedback/toast.ts'
import { Field } from '../../../../../ui/form/field.tsx'
import { TextInput } from '../../../../../ui/form/text-input.tsx'
import type { BlockOf } from '../document/study-rules.ts'
import { blockTexts as texts, listTexts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { TextView } from '../text/text-view.tsx'
import { PlainField } from './caption.tsx'

const RichText = lazy(async () => ({
  default: (await import('../text/rich-text.tsx')).RichText,
}))

/** Headings, paragraphs and lists. */
export function TextBlock({ block, place, isChosen }: Placed<BlockOf<'text'>>) {
  const { edit, study, fresh } = useOpenStudio()
  return (
    <Suspense fallback={<TextView parts={block.parts} />}>
      <RichText
        label={listTexts.place(texts.text, place, study.blocks.length)}
        parts={block.parts}
        isChosen={isChosen}
        isFresh={fresh === block.id}
        onChange={(parts) => edit(block, { parts }, 'parts')}
        onFull={() => showError(texts.textFull)}
      />
    </Suspense>
  )
}

/** What somebody said about the work. */
export function QuoteBlock({ block }: Placed<BlockOf<'quote'>>) {
  const { edit } = useOpenStudio()
  return (
    <div className="editor-quote">
      <PlainField
        label={texts.quote}
        hint={texts.quote}
        value={block.text}
        most={MAX_QUOTE_LENGTH}
        className="editor-quote-words"
        onChange={(text) => edit(block, { text }, 'text')}
      />
      <PlainField
        label={texts.cite}
        hint={texts.citeHint}
        value={block.cite}
        onChange={(cite) => edit(block, { cite: cite.replaceAll('\n', ' ') }, 'cite')}
      />
    </div>
  )
}

const FACTS = ['client', 'year', 'role', 'place', 'time'] as const

/** Client, year, role and what else is known about the work. */
export function FactsBlock({ block }: Placed<BlockOf<'facts'>>) {
  const { edit } = useOpenStudio()
  return (
    <div className="editor-facts">
      {FACTS.map((fact) => (
        <Field key={fact} label={texts.facts[fact]}>
          {(aria) => (
            <TextInput
              {...aria}
              value={block[fact]}
              maxLength={MAX_FACT_LENGTH}
              autoComplete="off"
              onChange={({ target }) => edit(block, { [fact]: target.value }, fact)}
            />
          )}
        </Field>
      ))}
      <Tools block={block} />
    </div>
  )
}

function Tools({ block }: { block: BlockOf<'facts'> }) {
  const { edit } = useOpenStudio()
  const { tools } = block
  const [typed, setTyped] = useState('')
  const take = () => {
    const tool = typed.trim()
    setTyped('')
    if (tool !== '' && !tools.includes(tool)) edit(block, { tools: [...tools, tool] })
  }
  return (
    <div className="editor-tools">
      {tools.length < MAX_TOOLS ? (
        <Field label={texts.tools_} hint={texts.toolHint}>
          {(aria) => (
            <TextInput
              {...aria}
              value={typed}
              maxLength={MAX_FACT_LENGTH}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
              onBlur={take}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                take()
              }}
            />
          )}
        </Field>
      ) : null}
      <ul className="flex flex-wrap gap-2">
        {tools.map((tool) => (
          <li key={tool} className="editor-tool text-14">
            <span className="wrap-anywhere">{tool}</span>
            <button
              type="button"
              className="hit text-ink-3 hover:text-ink"
              aria-label={texts.removeTool(tool)}
              onClick={() => edit(block, { tools: tools.filter((one) => one !== tool) })}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

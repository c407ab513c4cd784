import { Heading, Link as LinkIcon, List } from 'lucide-react'
import { EditorState, Selection, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextPart } from '@plinth/contract/portfolios/studies.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import { OnceOpened } from '../../../../../ui/overlay/once-opened.tsx'
import { isSame } from '../document/study-rules.ts'
import { docOf, fits, partsOf, type TextNode } from '../document/text-rules.ts'
import { blockTexts as texts } from '../editor-texts.ts'
import { keys, kindOf, linkAt, setLink, toggleKind } from './commands.ts'
import { schema, type Kind } from './schema.ts'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

interface RichTextProps {
  label: string
  parts: TextPart[]
  onChange: (parts: TextPart[]) => void
  /** Called when something was typed or pasted that the block has no place for. */
  onFull: () => void
  /** Its tools are shown. */
  isChosen: boolean
  /** Takes the focus when it appears. */
  isFresh: boolean
}

interface At {
  kind: Kind | null
  link: string | null
}

const docFrom = (parts: readonly TextPart[]) => schema.nodeFromJSON(docOf(parts))
const partsIn = ({ doc }: EditorState) => partsOf(doc.toJSON() as TextNode)

/**
 * Pasted HTML without styles, which our content security policy would complain about. A line break within a paragraph
 * becomes a space, since texts have none.
 */
const cleaned = (html: string): string =>
  html
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
    .replaceAll(/<br\s*\/?>/gi, ' ')

/** A text that is written in place: headings, paragraphs, lists and links. */
export function RichText(props: RichTextProps) {
  const { label, parts, isChosen, isFresh } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const shown = useRef(parts)
  const [at, setAt] = useState<At>({ kind: 'paragraph', link: null })
  const [isLinking, setLinking] = useState(false)

  const onChanged = useEffectEvent((state: EditorState) => {
    const next = partsIn(state)
    if (!fits(next)) {
      props.onFull()
      return false
    }
    shown.current = next
    props.onChange(next)
    return true
  })
  const onLink = useEffectEvent(() => setLinking(true))
  const first = useEffectEvent(() => ({ parts, isFresh }))
  useEffect(() => {
    const opened = first()
    const editor = new EditorView(place.current, {
      state: EditorState.create({ doc: docFrom(opened.parts), plugins: keys(() => onLink()) }),
      attributes: ({ doc }) => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-placeholder': texts.textHint,
        class: 'editor-text editor-typed',
        ...(doc.childCount === 1 && doc.textContent === '' && doc.firstChild?.type.name !== 'list'
          ? { 'data-empty': '' }
          : {}),
      }),
      transformPastedHTML: cleaned,
      dispatchTransaction: (tr) => {
        const state = editor.state.apply(tr)
        if (tr.docChanged && !onChanged(state)) return
        editor.updateState(state)
        setAt({ kind: kindOf(state), link: linkAt(state) })
      },
    })
    view.current = editor
    if (opened.isFresh) editor.focus()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => view.current?.dom.setAttribute('aria-label', label), [label])
  // What was undone, or came from another window.
  useEffect(() => {
    const editor = view.current
    if (editor === null || isSame(parts, shown.current)) return
    shown.current = parts
    const { plugins, selection } = editor.state
    const doc = docFrom(parts)
    const near = doc.resolve(Math.min(selection.head, doc.content.size))
    editor.updateState(EditorState.create({ doc, plugins, selection: Selection.near(near) }))
  }, [parts])

  const run = (command: Command) => {
    const editor = view.current
    if (editor === null) return
    command(editor.state, editor.dispatch)
    editor.focus()
  }
  return (
    <>
      {isChosen ? (
        <div role="toolbar" aria-label={texts.textTools} className="editor-format">
          <IconButton
            name={texts.heading}
            aria-pressed={at.kind === 'heading'}
            onClick={() => run(toggleKind('heading'))}
          >
            <Heading size={18} aria-hidden />
          </IconButton>
          <IconButton
            name={texts.list}
            aria-pressed={at.kind === 'item'}
            onClick={() => run(toggleKind('item'))}
          >
            <List size={18} aria-hidden />
          </IconButton>
          <IconButton
            name={texts.link}
            aria-pressed={at.link !== null}
            onClick={() => setLinking(true)}
          >
            <LinkIcon size={18} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <div ref={place} />
      <OnceOpened open={isLinking}>
        <LinkDialog
          open={isLinking}
          href={at.link}
          onClose={() => setLinking(false)}
          onLink={(href) => {
            const editor = view.current
            if (editor !== null) setLink(href)(editor.state, editor.dispatch)
          }}
          onClosed={() => view.current?.focus()}
        />
      </OnceOpened>
    </>
  )
}

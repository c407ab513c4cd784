import { baseKeymap } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { linesOf, schema, type Kind, type Line } from './schema.ts'

const { list, item } = schema.nodes
const { link } = schema.marks

/** The lines that the selection touches. */
function selectedLines({ doc, selection: { from, to } }: EditorState): Line[] {
  return linesOf(doc).filter(
    (line) => line.from <= to && line.from + line.node.content.size >= from,
  )
}

/** What all selected lines are; null if they differ. */
export function kindOf(state: EditorState): Kind | null {
  const [first, ...others] = selectedLines(state)
  return first !== undefined && others.every(({ kind }) => kind === first.kind) ? first.kind : null
}

/** Makes the selected lines headings, paragraphs or items. Items that follow each other are one list. */
export const setKind =
  (kind: Kind): Command =>
  (state, dispatch) => {
    const selected = new Set(selectedLines(state).map(({ from }) => from))
    const lines = linesOf(state.doc).map((line) => ({
      ...line,
      kind: selected.has(line.from) ? kind : line.kind,
    }))
    if (lines.every((line) => line.kind === line.node.type.name)) return false
    if (!dispatch) return true
    const parts: Node[] = []
    let items: Node[] = []
    const endList = () => {
      if (items.length > 0) parts.push(list.create(null, items))
      items = []
    }
    for (const line of lines) {
      const node = schema.nodes[line.kind].create(null, line.node.content)
      if (line.kind === 'item') items.push(node)
      else {
        endList()
        parts.push(node)
      }
    }
    endList()
    const tr = state.tr.replaceWith(0, state.doc.content.size, parts)
    const [before, after] = [linesOf(state.doc), linesOf(tr.doc)]
    const moved = (at: number) => {
      const place = Math.max(
        0,
        before.findLastIndex(({ from }) => from <= at),
      )
      return (after[place]?.from ?? 1) + Math.max(0, at - (before[place]?.from ?? at))
    }
    const { anchor, head } = state.selection
    dispatch(
      tr.setSelection(TextSelection.create(tr.doc, moved(anchor), moved(head))).scrollIntoView(),
    )
    return true
  }

/** Makes them of this kind, or paragraphs again if they are. */
export const toggleKind =
  (kind: 'heading' | 'item'): Command =>
  (state, dispatch) =>
    setKind(kindOf(state) === kind ? 'paragraph' : kind)(state, dispatch)

const atStart = ({ selection }: EditorState) =>
  selection.empty && selection.$from.parentOffset === 0

/** At the start of a heading or an item, Backspace makes it a paragraph first. */
const plainFirst: Command = (state, dispatch) =>
  atStart(state) && kindOf(state) !== 'paragraph' && setKind('paragraph')(state, dispatch)

/** Enter in an empty item ends the list. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== item || $from.parent.content.size > 0) return false
  return setKind('paragraph')(state, dispatch)
}

/** The link around the selection. */
export function linkAt({ doc, selection }: EditorState): string | null {
  const { $from, from, to, empty } = selection
  const marks = empty ? $from.marks() : (doc.nodeAt(from)?.marks ?? [])
  const found = marks.find(({ type }) => type === link)
  if (found === undefined || (!empty && !doc.rangeHasMark(from, to, link))) return null
  return found.attrs['href'] as string
}

/** Where the link around the cursor begins and ends. */
function linkRange({ selection: { $from, from, to, empty } }: EditorState) {
  if (!empty) return { from, to }
  const own = $from.marks().find(({ type }) => type === link)
  if (own === undefined) return { from, to }
  let [start, end] = [from, to]
  const begin = $from.start()
  $from.parent.forEach((node, offset) => {
    const at = begin + offset
    const isAround = at <= from && at + node.nodeSize >= from
    if (isAround && own.isInSet(node.marks)) [start, end] = [at, at + node.nodeSize]
  })
  return { from: start, to: end }
}

/** Links the selection, or changes the link around the cursor; without either the address itself is inserted. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to } = linkRange(state)
    const tr = state.tr
    if (href === null) tr.removeMark(from, to, link)
    else if (from === to) {
      const words = href.replace(/^(https?:\/\/|mailto:)/, '')
      tr.insert(from, schema.text(words, [link.create({ href })]))
    } else tr.removeMark(from, to, link).addMark(from, to, link.create({ href }))
    dispatch?.(tr.removeStoredMark(link).scrollIntoView())
    return true
  }

/** The keys of a text; those of the history belong to the whole page. */
export const keys = (onLink: () => void) => [
  keymap({
    Enter: leaveList,
    Backspace: plainFirst,
    'Mod-Alt-2': toggleKind('heading'),
    'Mod-Alt-0': setKind('paragraph'),
    'Mod-Shift-8': toggleKind('item'),
    'Mod-k': () => {
      onLink()
      return true
    },
  }),
  keymap({ ...baseKeymap, 'Shift-Enter': baseKeymap['Enter'] ?? leaveList }),
]

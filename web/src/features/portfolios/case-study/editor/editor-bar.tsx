import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, Eye, Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { clsx } from 'clsx'
import type { WorkState } from '@plinth/contract/choices.ts'
import { useNow } from '../../../../lib/browser/use-now.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import type { SavingState } from './document/saver.ts'
import { editorTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'

const MINUTE = 60_000
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export type BarState = 'draft' | 'scheduled' | 'published'

interface EditorBarProps {
  onState: (state: BarState) => void
  onPreview: () => void
  onPublish: () => void
  /** Visitors see something else than what is on screen, or nothing yet. */
  hasNews: boolean
}

/** The bar above the editor: where it leads back, how far it is saved, who sees it, and publishing. */
export function EditorBar({ onState, onPreview, onPublish, hasNews }: EditorBarProps) {
  const { study, state, shown, canUndo, canRedo, draft, id } = useOpenStudio()
  const { state: workState } = draft.item
  const isPublic = workState === 'published' || workState === 'hidden'
  return (
    <header className="editor-bar">
      <IconButton name={texts.back} asChild>
        <Link to="/portfolio/$id" params={{ id }}>
          <ArrowLeft size={20} aria-hidden />
        </Link>
      </IconButton>
      <div className="editor-name">
        <h1 className="work-title truncate text-18 text-ink">{study.title || texts.untitled}</h1>
        <SaveLine saving={shown.saving} onRetry={state.retry} />
      </div>
      <States state={workState} onState={onState} />
      <div className="editor-acts">
        <IconButton
          name={texts.undo}
          className="editor-step"
          disabled={!canUndo}
          onClick={state.undo}
        >
          <Undo2 size={20} aria-hidden />
        </IconButton>
        <IconButton
          name={texts.redo}
          className="editor-step"
          disabled={!canRedo}
          onClick={state.redo}
        >
          <Redo2 size={20} aria-hidden />
        </IconButton>
        <Button className="editor-preview-button" onClick={onPreview}>
          <Eye size={18} aria-hidden />
          <span className="editor-wide-words">{texts.preview}</span>
        </Button>
        <Button
          variant="primary"
          className="editor-publish"
          disabled={isPublic && !hasNews}
          title={isPublic && !hasNews ? texts.nothingNew : undefined}
          onClick={onPublish}
        >
          {isPublic ? texts.publishChanges : texts.publish}
        </Button>
      </div>
    </header>
  )
}

function SaveLine({ saving, onRetry }: { saving: SavingState; onRetry: () => void }) {
  const now = useNow()
  const isBad = saving.phase === 'failed' || saving.phase === 'clash'
  const isSaved = saving.phase === 'saved' && saving.at !== null
  return (
    <p className={clsx('editor-saved text-14', isBad ? 'text-warning' : 'text-ink-3')}>
      {isSaved ? (
        <Check size={16} className="text-success" aria-hidden />
      ) : isBad ? (
        <TriangleAlert size={16} aria-hidden />
      ) : null}
      <span role="status" className="truncate">
        {saveWords(saving, now)}
      </span>
      {saving.phase === 'failed' ? (
        <button type="button" className="text-link hit" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      ) : null}
    </p>
  )
}

function saveWords(saving: SavingState, now: number): string {
  switch (saving.phase) {
    case 'saved':
      if (saving.at === null) return texts.neverSaved
      return now - Date.parse(saving.at) < MINUTE
        ? texts.savedNow
        : texts.saved(clock.format(new Date(saving.at)))
    case 'waiting':
      return texts.changed
    case 'saving':
      return texts.saving
    case 'failed':
      return saving.sentence ?? texts.notSaved
    case 'clash':
      return texts.clash
  }
}

const STATES = ['draft', 'scheduled', 'published'] as const

/** Who sees the work. What was published once does not become a draft again. */
function States({ state, onState }: { state: WorkState; onState: (state: BarState) => void }) {
  const wasPublished = state === 'published' || state === 'hidden'
  return (
    <div role="group" aria-label={texts.states} className="editor-states">
      {STATES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === state}
          disabled={one === 'published' ? state === 'published' : wasPublished}
          className="editor-state text-14"
          onClick={() => onState(one)}
        >
          {one === 'published' && state === 'hidden' ? texts.hidden : texts[one]}
        </button>
      ))}
    </div>
  )
}

import './editor.css'
import './blocks/blocks.css'
import './blocks/words.css'
import './settings/settings.css'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import { useMediaQuery, usePhone } from '../../../../lib/browser/use-media-query.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { showFailure, toast } from '../../../../ui/feedback/toast.ts'
import { OnceOpened } from '../../../../ui/overlay/once-opened.tsx'
import { isUnauthorized } from '../../../../lib/api/api.ts'
import { BlockList } from './block-list.tsx'
import { StudyBlock } from './blocks/study-block.tsx'
import { ClashBar } from './clash-bar.tsx'
import { useWorkState } from './editor-api.ts'
import { EditorBar, type BarState } from './editor-bar.tsx'
import { editorTexts as texts, listTexts, publishTexts } from './editor-texts.ts'
import { StudyHead } from './study-head.tsx'
import type { Addition } from './additions.ts'
import { StudioContext } from './studio.ts'
import { useStudio } from './use-studio.ts'

const AddBlock = lazy(async () => ({ default: (await import('./dialogs/add-block.tsx')).AddBlock }))
const LeaveCheck = lazy(async () => ({ default: (await import('./leave-check.tsx')).LeaveCheck }))
const Settings = lazy(async () => ({
  default: (await import('./settings/settings-pane.tsx')).Settings,
}))
const SettingsSheet = lazy(async () => ({
  default: (await import('./dialogs/settings-sheet.tsx')).SettingsSheet,
}))
const PublishDialog = lazy(async () => ({
  default: (await import('./dialogs/publish-dialog.tsx')).PublishDialog,
}))
const ScheduleDialog = lazy(async () => ({
  default: (await import('./dialogs/schedule-dialog.tsx')).ScheduleDialog,
}))
const VersionsDialog = lazy(async () => ({
  default: (await import('./dialogs/versions-dialog.tsx')).VersionsDialog,
}))
const PreviewDialog = lazy(async () => ({
  default: (await import('./dialogs/preview-dialog.tsx')).PreviewDialog,
}))

type Opened = 'publish' | 'schedule' | 'versions' | 'preview' | 'settings' | null

/** Behind which block something is added, at the front for null, and where that was pressed. */
interface Adding {
  after: string | null
  anchor: HTMLElement
}

/** Moves to a block of the page, whose first field takes the focus. */
function show(id: string): void {
  const block = document.querySelector<HTMLElement>(`.editor-block[data-block="${id}"]`)
  block?.scrollIntoView({ block: 'center' })
  block?.querySelector<HTMLElement>('input, textarea, [contenteditable=true], button')?.focus()
}

/** A work's page as its creator writes it: the blocks, the page itself, and what can be set. */
export function EditorPage({ draft, viewerId }: { draft: Draft; viewerId: string }) {
  const studio = useStudio(draft, viewerId)
  const { study, state, shown, said, choose, add, id } = studio
  const navigate = useNavigate()
  const isPhone = usePhone()
  const isWide = useMediaQuery('(min-width: 80rem)')
  const [opened, setOpened] = useState<Opened>(null)
  const [adding, setAdding] = useState<Adding | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const openAdding = (after: string | null, anchor: HTMLElement) => {
    setAdding({ after, anchor })
    setIsAdding(true)
  }
  const close = () => setOpened(null)
  const setWorkState = useWorkState(id)
  const { publishedRevision, item } = draft
  const { saving } = shown
  const hasNews =
    saving.phase !== 'saved' || (saving.revision > 0 && saving.revision !== publishedRevision)

  const changeState = async (next: 'draft' | 'published') => {
    try {
      await setWorkState(next)
      toast({
        title: next === 'draft' ? texts.madeDraft : texts.shownAgain,
        variant: 'success',
      })
    } catch (error) {
      if (!isUnauthorized(error)) showFailure(texts.stateFailed, () => void changeState(next))
    }
  }
  const onState = (next: BarState) => {
    if (next === 'scheduled') setOpened('schedule')
    else if (next === 'published' && item.state !== 'hidden') setOpened('publish')
    else if (next !== item.state) void changeState(next)
  }
  const onAddition = (addition: Addition) => {
    add(addition, adding?.after ?? null)
    setIsAdding(false)
  }

  return (
    <StudioContext value={studio}>
      <div className="editor-editor">
        <EditorBar
          hasNews={hasNews}
          onState={onState}
          onPreview={() => setOpened('preview')}
          onPublish={() => setOpened('publish')}
        />
        {isPhone ? null : (
          <BlockList
            onAdd={openAdding}
            onShow={(block) => {
              choose(block)
              show(block)
            }}
          />
        )}
        <main id="main" tabIndex={-1} className="editor-page" aria-label={texts.page}>
          <ClashBar />
          <div className="editor-paper">
            <StudyHead />
            {study.blocks.map((block, at) => (
              <StudyBlock
                key={block.id}
                block={block}
                place={at + 1}
                onAdd={(anchor) => openAdding(block.id, anchor)}
                onSettings={isWide ? null : () => setOpened('settings')}
                onRemoved={(next) => setTimeout(() => show(next))}
              />
            ))}
            <Button
              className="editor-end"
              onClick={({ currentTarget }) =>
                openAdding(study.blocks.at(-1)?.id ?? null, currentTarget)
              }
            >
              <Plus size={18} aria-hidden />
              {listTexts.add}
            </Button>
          </div>
        </main>
        {isWide ? (
          <aside className="editor-side-pane" aria-label={texts.settings}>
            <Suspense fallback={null}>
              <Settings onVersions={() => setOpened('versions')} />
            </Suspense>
          </aside>
        ) : null}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      <Suspense fallback={null}>
        <LeaveCheck />
      </Suspense>
      {adding === null ? null : (
        <Suspense fallback={null}>
          <AddBlock
            anchor={adding.anchor}
            open={isAdding}
            onClose={() => setIsAdding(false)}
            onAdd={onAddition}
          />
        </Suspense>
      )}
      <OnceOpened open={opened === 'settings'}>
        <SettingsSheet
          open={opened === 'settings'}
          onClose={close}
          onVersions={() => setOpened('versions')}
        />
      </OnceOpened>
      <OnceOpened open={opened === 'publish'}>
        <PublishDialog
          open={opened === 'publish'}
          onClose={close}
          onDone={() => {
            close()
            toast({
              title: publishTexts.done,
              description: state.read().history.now.title,
              variant: 'success',
              action: {
                label: publishTexts.show,
                onClick: () => void navigate({ to: '/portfolio/$id', params: { id } }),
              },
            })
          }}
        />
      </OnceOpened>
      <OnceOpened open={opened === 'schedule'}>
        <ScheduleDialog open={opened === 'schedule'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'versions'}>
        <VersionsDialog open={opened === 'versions'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'preview'}>
        <PreviewDialog open={opened === 'preview'} onClose={close} />
      </OnceOpened>
    </StudioContext>
  )
}

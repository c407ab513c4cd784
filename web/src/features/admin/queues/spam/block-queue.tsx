import { useQueryClient } from '@tanstack/react-query'
import {
  decideLookAlike,
  liftBlock,
  listBlocks,
  listLookAlikes,
  type LookAlike,
  type MediaBlock,
} from '@plinth/contract/moderation/blocks.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import type { Picture as PictureData } from '@plinth/contract/media/media.ts'
import { call } from '../../../../lib/api/api.ts'
import { useNow } from '../../../../lib/browser/use-now.ts'
import { pagesOf } from '../../../../lib/cache/pages.ts'
import { ago, dayOf } from '../../../../lib/format/ago.ts'
import { pictureSources } from '../../../../lib/media/sources.ts'
import { QueueRow } from '../../../../ui/layout/queue-layout.tsx'
import { Picture } from '../../../../ui/media/picture.tsx'
import { blockTexts as texts } from './block-texts.ts'
import { DecisionForm, WithdrawButton } from '../decision-form.tsx'
import { QueuePerson, QueueThumb } from '../queue-details.tsx'
import { QueuePanel } from '../queue-panel.tsx'
import { nameOf, type QueuePaneProps, type QueueProps, type QueueRowProps } from '../queue-rules.ts'
import { queueTexts } from '../queue-texts.ts'

const FRESH = { staleTime: 0 }

/** Uploads that look like something taken down, and files that can’t be uploaded again. */
export function BlockQueue(props: QueueProps) {
  const client = useQueryClient()
  const { state } = props.search
  if (state !== 'active' && state !== 'lifted')
    return (
      <QueuePanel
        {...props}
        source={pagesOf(client, listLookAlikes, {}, FRESH)}
        state="waiting"
        texts={{ ...texts.waiting, states: texts.states }}
        Row={LookAlikeRow}
        Pane={LookAlikePane}
      />
    )
  return (
    <QueuePanel
      {...props}
      source={pagesOf(client, listBlocks, { query: { status: state } }, FRESH)}
      state={state}
      texts={{ ...texts.blocks, states: texts.states }}
      Row={BlockRow}
      Pane={BlockPane}
    />
  )
}

const titleOf = ({ title }: Pick<MediaBlock, 'title'>) => (title === '' ? texts.untitled : title)

function LookAlikeRow({ one, isOpen }: QueueRowProps<LookAlike>) {
  const { id, owner, picture, block, createdAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb picture={picture} person={owner} />}
      title={titleOf(block)}
      badge={null}
      line={texts.by(nameOf(owner))}
      aside={ago(createdAt, now)}
    />
  )
}

function LookAlikePane({ one, viewerId, onDone }: QueuePaneProps<LookAlike>) {
  const { id, owner, picture, distance, block } = one
  const name = owner?.firstName ?? queueTexts.deleted
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{titleOf(block)}</h2>
      <p className="text-14 text-ink-3">
        {distance === null ? texts.same : texts.differs(distance)}
      </p>
      <p className="mt-1 text-14">
        <QueuePerson person={owner} />
      </p>
      <div className="mt-5 grid gap-5 tablet:grid-cols-2">
        <Shown label={texts.upload} picture={picture} />
        <Shown label={texts.original} picture={block.picture} />
      </div>
      <h3 className="mt-5 text-14 font-semibold text-ink">{texts.why}</h3>
      <p className="mt-1 break-words whitespace-pre-line">{block.reason}</p>
      <DecisionForm
        viewerId={viewerId}
        subject={`look-alike.${id}`}
        label={texts.reason(name)}
        maxLength={MAX_NOTE_LENGTH}
        queue={listLookAlikes}
        options={[
          {
            way: 'passed',
            words: texts.pass,
            busy: texts.passing,
            done: texts.passed,
            variant: 'primary',
            needsNoReason: true,
          },
          {
            way: 'refused',
            words: texts.refuse,
            busy: texts.refusing,
            done: texts.refused,
            variant: 'secondary',
          },
        ]}
        send={(outcome, words) =>
          call(decideLookAlike, {
            params: { id },
            body: { outcome, ...(words === '' ? {} : { note: words }) },
          })
        }
        onDone={onDone}
      />
    </>
  )
}

function BlockRow({ one, isOpen }: QueueRowProps<MediaBlock>) {
  const { id, owner, picture, createdAt, liftedAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb picture={picture} person={owner} />}
      title={titleOf(one)}
      badge={null}
      line={texts.by(nameOf(owner))}
      aside={ago(liftedAt ?? createdAt, now)}
    />
  )
}

function BlockPane({ one: block, onDone }: QueuePaneProps<MediaBlock>) {
  const { id, owner, picture, reason, createdAt, liftedAt } = block
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{titleOf(block)}</h2>
      <p className="text-14 text-ink-3">
        {liftedAt === null ? dayOf(createdAt) : texts.liftedOn(dayOf(liftedAt))}
      </p>
      <p className="mt-1 text-14">
        <QueuePerson person={owner} />
      </p>
      <div className="mt-5">
        <Shown label={texts.original} picture={picture} />
      </div>
      <h3 className="mt-5 text-14 font-semibold text-ink">{texts.why}</h3>
      <p className="mt-1 break-words whitespace-pre-line">{reason}</p>
      {liftedAt === null ? (
        <WithdrawButton
          says={texts.liftSays}
          words={texts.lift}
          busy={texts.lifting}
          done={texts.lifted}
          queue={listBlocks}
          send={() => call(liftBlock, { params: { id } })}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

const Shown = ({ label, picture }: { label: string; picture: PictureData | null }) => (
  <figure>
    <figcaption className="mb-2 text-14 font-semibold text-ink">{label}</figcaption>
    {picture === null ? (
      <p className="text-14 text-ink-3">{texts.gone}</p>
    ) : (
      <Picture picture={pictureSources(picture)} alt={picture.alt} sizes="320px" />
    )}
  </figure>
)

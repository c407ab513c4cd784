import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ContentItem } from './content-rules.ts'
import { ContentStage } from './content-stage.tsx'
import { contentTexts as texts } from './content-texts.ts'
import { useMay } from '../../session/use-may.ts'
import { useModeration, type Moderation, usePutBack } from './use-moderation.ts'

interface ContentReviewProps {
  item: ContentItem
  onRemove: () => void
  onTakeDown: () => void
  /** Called after the server accepted the change. */
  onDone: (how: 'approved' | 'saved') => void
}

/** One post or work in full, with fields to edit its text and the buttons to decide. */
export function ContentReview({ item, onRemove, onTakeDown, onDone }: ContentReviewProps) {
  const { kind, isPending, takenDown } = item
  const mayDelete = useMay()('content.delete')
  const [title, setTitle] = useState(item.title)
  const [description, setDescription] = useState(item.description)
  const { moderate, isBusy } = useModeration(item)
  const words = changedWords(item, { title, description })
  const isChanged = Object.keys(words).length > 0
  const isNamed = title.trim() !== ''
  const submit = () => {
    if (!isNamed) return
    moderate(
      { ...words, ...(isPending ? { isApproved: true } : {}) },
      {
        onSuccess: () => {
          toast({
            title: isPending ? texts.approved : texts.saved,
            description: title.trim(),
            variant: 'success',
          })
          onDone(isPending ? 'approved' : 'saved')
        },
      },
    )
  }
  return (
    <form
      noValidate
      aria-label={texts.review}
      className="admin-review-form grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ContentStage key={item.id} item={item} />
      {takenDown === null ? null : (
        <p className="text-14 text-danger">{texts.why(takenDown.reason ?? '')}</p>
      )}
      <Field label={texts.title} error={isNamed ? undefined : texts.titleMissing} required>
        {(aria) => (
          <TextInput
            {...aria}
            value={title}
            maxLength={MAX_TITLE_LENGTH}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field label={texts.description}>
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            value={description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      {takenDown === null ? (
        <Turn
          label={kind === 'works' ? texts.featured : texts.featuredPost}
          checked={item.isFeatured}
          onChange={(isFeatured) => moderate({ isFeatured })}
        />
      ) : null}
      <Turn
        label={texts.sensitive}
        checked={item.isSensitive}
        fixed={item.isSensitiveByAuthor ? texts.byAuthor : undefined}
        onChange={(isSensitive) => moderate({ isSensitive })}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          className="flex-1"
          disabled={!isNamed || (!isPending && !isChanged)}
          busy={isBusy && texts.saving}
        >
          {isPending ? texts.approve : texts.save}
        </Button>
        <TakedownButton item={item} onTakeDown={onTakeDown} />
        {mayDelete ? (
          <Button variant="quiet-danger" onClick={onRemove}>
            {texts.delete}
          </Button>
        ) : null}
      </div>
      <PageLink item={item} />
    </form>
  )
}

/** One button takes it down or puts it back, so that it keeps the focus afterwards. */
function TakedownButton({ item, onTakeDown }: Pick<ContentReviewProps, 'item' | 'onTakeDown'>) {
  const { putBack, isPuttingBack } = usePutBack(item)
  const isDown = item.takenDown !== null
  return (
    <Button
      variant={isDown ? 'secondary' : 'quiet-danger'}
      busy={isPuttingBack && texts.puttingBack}
      onClick={() => (isDown ? putBack() : onTakeDown())}
    >
      {isDown ? texts.putBack : texts.takeDown}
    </Button>
  )
}

/** The text fields that differ from what is published. */
function changedWords(
  item: ContentItem,
  typed: { title: string; description: string },
): Pick<Moderation, 'title' | 'description'> {
  const title = typed.title.trim()
  const description = typed.description.trim()
  return {
    ...(title === item.title ? {} : { title }),
    ...(description === item.description ? {} : { description }),
  }
}

function Turn({
  label,
  checked,
  fixed,
  onChange,
}: {
  label: string
  checked: boolean
  /** Why it can't be changed. */
  fixed?: string | undefined
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 min-h-11">
      <div>
        <label htmlFor={id} className="text-14 font-semibold text-ink">
          {label}
        </label>
        {fixed === undefined ? null : (
          <p id={`${id}-fixed`} className="text-13 text-ink-3">
            {fixed}
          </p>
        )}
      </div>
      <Switch
        id={id}
        checked={checked}
        disabled={fixed !== undefined}
        aria-describedby={fixed === undefined ? undefined : `${id}-fixed`}
        onCheckedChange={onChange}
      />
    </div>
  )
}

const PageLink = ({ item: { kind, id } }: { item: ContentItem }) =>
  kind === 'posts' ? (
    <Link to="/post/$id" params={{ id }} className="text-link hit w-fit text-14">
      {texts.page}
    </Link>
  ) : (
    <Link to="/portfolio/$id" params={{ id }} className="text-link hit w-fit text-14">
      {texts.page}
    </Link>
  )

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { updatePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { prepareChecker } from '../../../lib/forms/contract.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { patchWork, refreshAfter } from '../portfolio-cache.ts'
import { texts } from '../work/work-texts.ts'
import { RightsLink } from '../work/owner-actions.tsx'
import { AltField, WorkFields } from './work-fields.tsx'
import { formOf, updateBodyOf, type WorkForm } from './work-form.ts'
import { updateProblems } from './work-rules.ts'

interface EditWorkProps {
  work: PortfolioItem
  heading: 'h1' | 'h2'
  onDone: () => void
}

/** The owner's form, which replaces the work's description. */
export function EditWork({ work, heading: Heading, onDone }: EditWorkProps) {
  const client = useQueryClient()
  const slug = CATEGORIES.find(({ slug: one }) => one === work.category.slug)?.slug
  const form = useDraftForm<WorkForm, PortfolioItem>({
    empty: formOf(work, slug),
    draft: null,
    check: updateProblems,
    prepare: prepareChecker,
    send: (values) =>
      call(updatePortfolio, { params: { id: work.id }, body: updateBodyOf(values) }),
    onSent: async (saved) => {
      patchWork(client, work.id, () => saved)
      toast({ title: texts.owner.saved, description: saved.title })
      onDone()
      await refreshAfter(client, { type: 'update', id: work.id })
    },
    onFailed: (error, { hasFieldErrors }) => {
      if (hasFieldErrors) return
      showError(texts.errorTitle, sentenceOf(error, texts.owner.saveFailed))
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('title'), [setFocus])
  return (
    <form noValidate className="flex flex-col min-h-0 flex-1" onSubmit={form.submit}>
      <div className="work-facts flex flex-col gap-5">
        <Heading className="display pr-10 text-24 text-ink">{texts.owner.editTitle}</Heading>
        {/* Its own answers are in the form already. */}
        <WorkFields
          control={form.control}
          defaults={{ defaultOrigin: null, reservesTraining: work.isReserved }}
        />
        <AltField control={form.control} />
        <RightsLink id={work.id} />
      </div>
      <div className="work-money flex gap-3">
        <Button className="flex-1" onClick={onDone}>
          {texts.owner.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="flex-1"
          busy={form.isSending && texts.owner.saving}
        >
          {texts.owner.save}
        </Button>
      </div>
    </form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { updatePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { showFieldErrors } from '../../../lib/forms/form-problems.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { patchWork, refreshAfter } from '../portfolio-cache.ts'
import { texts } from '../portfolio-texts.ts'
import { AltField, FIELD_LABELS, WorkFields } from './work-fields.tsx'
import { formOf, updateBodyOf, updateResolver, type WorkForm } from './work-form.ts'

interface EditWorkProps {
  work: PortfolioItem
  heading: 'h1' | 'h2'
  onDone: () => void
}

/** The owner's form in the place of what is said of the work. */
export function EditWork({ work, heading: Heading, onDone }: EditWorkProps) {
  const client = useQueryClient()
  const slug = CATEGORIES.find(({ slug: one }) => one === work.category.slug)?.slug
  const form = useForm<WorkForm>({
    defaultValues: formOf(work, slug),
    resolver: updateResolver,
  })
  const save = useMutation({
    mutationFn: (values: WorkForm) =>
      call(updatePortfolio, { params: { id: work.id }, body: updateBodyOf(values) }),
    onSuccess: async (saved) => {
      patchWork(client, work.id, () => saved)
      toast({ title: texts.owner.saved, description: saved.title })
      onDone()
      await refreshAfter(client, { type: 'update', id: work.id })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      if (showFieldErrors(form, error, FIELD_LABELS)) return
      toast({
        title: texts.errorTitle,
        description: sentenceOf(error, texts.owner.saveFailed),
        variant: 'destructive',
      })
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('title'), [setFocus])
  return (
    <form
      noValidate
      className="work-edit"
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
    >
      <div className="work-facts flex flex-col gap-5">
        <Heading className="display pr-10 text-24 text-ink">{texts.owner.editTitle}</Heading>
        <WorkFields control={form.control} />
        <AltField control={form.control} />
      </div>
      <div className="work-money flex gap-3">
        <Button className="flex-1" onClick={onDone}>
          {texts.owner.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="flex-1"
          busy={save.isPending && texts.owner.saving}
        >
          {texts.owner.save}
        </Button>
      </div>
    </form>
  )
}

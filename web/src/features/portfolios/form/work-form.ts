import type { CategorySlug, OriginSlug } from '@plinth/contract/choices.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { parsePrice } from '../../../lib/format/price.ts'

/** A work as its forms hold it; the price is the text as typed. */
export interface WorkForm {
  title: string
  category: CategorySlug | ''
  startingPrice: string
  description: string
  tags: string[]
  alt: string
  isSensitive: boolean
  /** Only for new works: whether followers see the work in a post as well. */
  alsoPost: boolean
  /** Empty for the creator's default, which a new work takes. */
  origin: OriginSlug | 'unsaid' | ''
  originParts: string
  /** Empty for the creator's default. */
  reserved: 'yes' | 'no' | ''
  /** Only for works that are fetched from an address, like `fileName`. */
  fileUrl: string
  fileName: string
}

export const EMPTY_FORM: WorkForm = {
  title: '',
  category: '',
  startingPrice: '',
  description: '',
  tags: [],
  alt: '',
  isSensitive: false,
  alsoPost: true,
  origin: '',
  originParts: '',
  reserved: '',
  fileUrl: '',
  fileName: '',
}

/** The draft of an unpublished work. It is stored for this tab and survives a failed send, a reload and reopening the tab. */
export const WORK_DRAFT = { name: 'upload-draft', empty: EMPTY_FORM }

export const formOf = (work: PortfolioItem, slug: CategorySlug | undefined): WorkForm => ({
  ...EMPTY_FORM,
  title: work.title,
  category: slug ?? '',
  startingPrice: work.startingPrice === null ? '' : String(work.startingPrice),
  description: work.description,
  tags: work.tags,
  alt: work.picture.alt,
  isSensitive: work.isSensitive,
  origin: work.origin?.kind ?? 'unsaid',
  originParts: work.origin?.parts ?? '',
  reserved: work.isReserved ? 'yes' : 'no',
})

/** What new works start with. */
export type WorkDefaults = Pick<OwnUser, 'defaultOrigin' | 'reservesTraining'>

/** The form with the creator's defaults where they did not choose. */
export const withDefaults = (
  form: WorkForm,
  { defaultOrigin, reservesTraining }: WorkDefaults,
): WorkForm => ({
  ...form,
  origin: form.origin || (defaultOrigin ?? 'unsaid'),
  reserved: form.reserved || (reservesTraining ? 'yes' : 'no'),
})

export const isEmptyForm = (form: WorkForm): boolean =>
  Object.values({ ...form, alsoPost: false }).every((value: string | string[] | boolean) =>
    typeof value === 'boolean' ? !value : value.length === 0,
  )

/** An invalid price becomes NaN, which every schema refuses. */
const dollarsOf = (text: string) => {
  const dollars = parsePrice(text)
  return dollars === undefined ? Number.NaN : dollars
}

/** An empty `category` reaches only the validation, which refuses it. */
export const updateBodyOf = (form: WorkForm) => ({
  title: form.title.trim(),
  description: form.description.trim(),
  category: form.category as CategorySlug,
  startingPrice: dollarsOf(form.startingPrice),
  tags: form.tags,
  alt: form.alt.trim(),
  isSensitive: form.isSensitive,
  ...(form.origin === '' ? {} : { origin: form.origin === 'unsaid' ? null : form.origin }),
  ...(form.origin === 'ai_assisted' ? { originParts: form.originParts.trim() } : {}),
  ...(form.reserved === '' ? {} : { isReserved: form.reserved === 'yes' }),
})

export function createBodyOf(form: WorkForm) {
  const { title, ...rest } = updateBodyOf(form)
  return {
    ...rest,
    // Without a title the server uses the file's name.
    ...(title === '' ? {} : { title }),
    fileUrl: form.fileUrl.trim(),
    fileName: form.fileName.trim(),
    alsoPost: form.alsoPost,
  }
}

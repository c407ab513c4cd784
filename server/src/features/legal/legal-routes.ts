import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getLegalText, LEGAL_PAGES, legalPath, type LegalPage } from '@plinth/contract/legal.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { Context } from '../../deps.ts'
import { shorten, type PageDefinition } from '../../http/shell/page.ts'
import { sheetOf, type LegalSheet } from './legal-rules.ts'

/** Plinth’s own texts. */
const SHIPPED = path.join(import.meta.dirname, '../../../legal')

const INSTEAD = 'Plinth’s own text is shown instead.'

const TITLES: Record<LegalPage, string> = {
  terms: 'Terms of service',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

type LegalContext = Pick<Context, 'app' | 'mount' | 'deps'>

/** Terms, privacy and imprint. They are read once, so that a broken file is noticed at the start. */
export async function registerLegal(context: LegalContext): Promise<{ pages: PageDefinition[] }> {
  const { mount } = context
  const own = await readOwn(context)
  warnOfNobody(context, own)
  const sheets = Object.fromEntries(
    await Promise.all(
      LEGAL_PAGES.map(async (page) => [page, await sheetFor(context, page, own[page])] as const),
    ),
  ) as Record<LegalPage, LegalSheet>

  mount(getLegalText, ({ params }) => Promise.resolve(sheets[params.page].text))

  return {
    pages: LEGAL_PAGES.map((page) => ({
      path: legalPath(page),
      load: ({ viewer }) =>
        Promise.resolve({
          title: sheets[page].text.title,
          description: shorten(sheets[page].description),
          screen: 'limits',
          prerender: viewer === null,
          boot: [[queryKey(getLegalText, { params: { page } }), sheets[page].text]],
        }),
    })),
  }
}

type OwnTexts = Partial<Record<LegalPage, string>>

/** The operator’s own files. What is missing or broken is named in the log, and our text is shown instead. */
async function readOwn({ app, deps }: LegalContext): Promise<OwnTexts> {
  const { legalDir } = deps.env
  if (legalDir === null) return {}
  const own: OwnTexts = {}
  for (const page of LEGAL_PAGES) {
    const file = path.join(legalDir, `${page}.md`)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      app.log.error({ err: error }, `${file} cannot be read. ${INSTEAD}`)
      return ''
    })
    if (text === null) app.log.warn(`LEGAL_DIR has no ${page}.md. ${INSTEAD}`)
    else if (text.trim() === '') app.log.error(`${file} has no text. ${INSTEAD}`)
    else own[page] = text
  }
  if (Object.keys(own).length === 0)
    app.log.error(`LEGAL_DIR is ${legalDir}, and none of its files can be used.`)
  return own
}

function warnOfNobody({ app, deps }: LegalContext, own: OwnTexts): void {
  const { production, operator } = deps.env
  if (!production || operator !== null || own.imprint !== undefined) return
  app.log.warn(
    'the imprint names nobody: set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL, or put an imprint.md into LEGAL_DIR',
  )
}

async function sheetFor(
  { deps: { env } }: LegalContext,
  page: LegalPage,
  own: string | undefined,
): Promise<LegalSheet> {
  const name = page === 'imprint' && env.operator === null ? 'imprint-unnamed' : page
  const text = own ?? (await readFile(path.join(SHIPPED, `${name}.md`), 'utf8'))
  return sheetOf(text, TITLES[page], env)
}

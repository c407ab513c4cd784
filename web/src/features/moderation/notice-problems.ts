import { isSignedBy } from '@plinth/contract/moderation/takedowns.ts'

interface NoticeTexts<Name extends string> {
  fields: Readonly<Record<Name, string>>
  problems: {
    missing: (label: string) => string
    statement: string
    signature: string
  }
}

/** What a notice or counter-notice lacks, by field: its lines, its statements, and the name once more. */
export function noticeProblems<Name extends string>(
  fields: Readonly<Record<Name, string | boolean>> & { name: string; signature: string },
  { fields: labels, problems: words }: NoticeTexts<Name>,
  optional: readonly Name[] = [],
): Record<string, string> {
  const problems: Record<string, string> = isSignedBy(fields.signature, fields.name)
    ? {}
    : { signature: words.signature }
  for (const name of Object.keys(labels) as Name[]) {
    const value = fields[name]
    if (value === false) problems[name] = words.statement
    else if (typeof value === 'string' && value.trim() === '' && !optional.includes(name))
      problems[name] = words.missing(labels[name])
  }
  return problems
}

/** Settings that are missing or wrong, one in each line. */
export class EnvError extends Error {}

/** Reads settings by name and collects what is wrong with them. */
export function readerOf(source: NodeJS.ProcessEnv) {
  const problems: string[] = []
  const text = (name: string, otherwise?: string): string => {
    const value = source[name]?.trim()
    if (value) return value
    if (otherwise === undefined) problems.push(`${name} is not set.`)
    return otherwise ?? ''
  }
  const integer = (name: string, otherwise: number, min: number, max: number): number => {
    const value = Number(text(name, String(otherwise)))
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return otherwise
  }
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = text(name, otherwise ? 'on' : 'off')
    if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off.`)
    return value === 'on'
  }
  const url = (name: string, otherwise?: string): string => {
    const value = text(name, otherwise).replace(/\/$/, '')
    if (value !== '' && !URL.canParse(value)) problems.push(`${name} must be a URL.`)
    return value
  }
  const choice = <const T extends string>(name: string, values: readonly [T, ...T[]]): T => {
    const value = values.find((one) => one === text(name, values[0]))
    if (value === undefined) problems.push(`${name} must be ${values.join(' or ')}.`)
    return value ?? values[0]
  }
  const done = (): void => {
    if (problems.length > 0) throw new EnvError(problems.join('\n'))
  }
  return { problems, text, integer, flag, url, choice, done }
}

export type Reader = ReturnType<typeof readerOf>

/** Tells the server once per visit. A view that goes uncounted is nobody's trouble. */
export function makeReporter(send: (id: string) => Promise<unknown>): (id: string) => void {
  const reported = new Set<string>()
  return (id) => {
    if (reported.has(id)) return
    reported.add(id)
    send(id).catch(() => reported.delete(id))
  }
}

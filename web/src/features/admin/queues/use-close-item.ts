import { useNavigate } from '@tanstack/react-router'

/** Closes this one if it is still what is open; whoever has gone on meanwhile stays where they are. */
export function useCloseItem(): (item: string) => void {
  const navigate = useNavigate()
  return (item) =>
    void navigate({
      to: '.',
      search: (now: { item?: string }) => {
        const { item: open, ...rest } = now
        return open === item ? rest : now
      },
      replace: true,
      resetScroll: false,
    })
}

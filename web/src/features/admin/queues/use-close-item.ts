import { useNavigate } from '@tanstack/react-router'

/** Closes an item, unless the admin has opened another one in the meantime. */
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

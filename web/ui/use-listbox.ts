import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

interface Query {
  readonly count: number
  /** index of the option that Enter chooses before an arrow key was pressed; -1: none */
  readonly first: number
  readonly onChoose: (index: number) => void
  /** whether this option (-1: none) belongs to an earlier text, so that Enter does not choose it [design/web-100] */
  readonly outdated?: (index: number) => boolean
  /** a button opens with Enter and Space too */
  readonly on: 'input' | 'button'
}

/**
 * Keyboard handling and roles of a combobox with a listbox (WAI-ARIA 1.2): the focus stays on the field, arrows move
 * through the options, Enter chooses, Escape and Tab close. Mantine's Combobox would add 28 kB gzip to the first page.
 */
export const useListbox = ({ count, first, onChoose, outdated, on }: Query) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? first, count - 1)

  useEffect(() => {
    if (opened && active >= 0) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [opened, active])

  const open = () => {
    setMoved(null)
    setOpened(true)
  }
  const close = () => setOpened(false)
  const choose = (index: number) => {
    close()
    onChoose(index)
  }
  const step = (by: number) => {
    if (!opened) return open()
    if (count > 0) setMoved(active < 0 && by < 0 ? count - 1 : (active + by + count) % count)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const opens = on === 'button' && (event.key === 'Enter' || event.key === ' ')
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape' && opened) close()
    else if (opened && event.key === 'Enter' && outdated?.(active)) setMoved(null)
    else if (opened && event.key === 'Enter' && active >= 0) choose(active)
    else if (opened && opens && active >= 0) choose(active)
    else if (!opened && opens) open()
    else {
      if (event.key === 'Tab') close()
      return
    }
    event.preventDefault()
    // an Escape that closed the list must not close the dialog around it
    event.stopPropagation()
  }

  return {
    opened,
    open,
    close,
    /** Highlights the first option again after the options changed. */
    startOver: () => setMoved(null),
    fieldProps: {
      role: 'combobox',
      'aria-expanded': opened,
      'aria-haspopup': 'listbox',
      'aria-controls': opened && count > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': opened && active >= 0 ? `${id}-${active}` : undefined,
      onKeyDown,
      onBlur: close,
    } as const,
    /** For the drop-down with list or note; a press on it leaves the focus on the field. */
    dropProps: { onMouseDown: (event: MouseEvent) => event.preventDefault() },
    listProps: { ref: list, id: `${id}-list`, role: 'listbox' } as const,
    optionProps: (index: number, selected: boolean) =>
      ({
        id: `${id}-${index}`,
        role: 'option',
        'aria-selected': selected,
        'data-active': index === active || undefined,
        onMouseMove: () => setMoved(index),
        onClick: () => choose(index),
      }) as const,
  }
}

import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

interface Query {
  readonly count: number
  /** The option that Enter takes before an arrow was pressed; -1: none. */
  readonly first: number
  readonly onChoose: (index: number) => void
  /** A button is opened by Enter and Space too; in a text field they belong to the text. */
  readonly on: 'input' | 'button'
}

/**
 * Keyboard and roles of a combobox with its list (WAI-ARIA 1.2): focus stays on the field, the arrows move through
 * the options, Enter takes one, Escape and Tab close.
 */
export const useListbox = ({ count, first, onChoose, on }: Query) => {
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
    /** After the options changed, the first is the likely one again. */
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
    /** What opens: the list, and a note where there is nothing to list. The field keeps the focus while it is pressed. */
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

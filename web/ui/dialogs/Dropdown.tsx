import '../mantine-parts.ts'
import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDialog } from './use-dialog.ts'

interface Props extends Pick<PopoverProps, 'position' | 'width' | 'radius' | 'middlewares'> {
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** the button that opens and closes it */
  readonly button: ReactNode
  /** names what opens */
  readonly label: string
  readonly panel?: Pick<PopoverDropdownProps, 'className' | 'p'>
  readonly children: ReactNode
}

/** A menu or a few fields under a button. Back closes it, as it closes a dialog [design/web-116]. */
export const Dropdown = ({ opened, onChange, button, label, panel, children, ...popover }: Props) => (
  <Popover
    position="bottom-end"
    withinPortal={false}
    trapFocus
    returnFocus
    shadow="md"
    {...popover}
    opened={opened}
    onChange={onChange}
  >
    {opened && <ClosedByBack onClose={() => onChange(false)} />}
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown aria-label={label} {...panel}>
      {children}
    </Popover.Dropdown>
  </Popover>
)

/** Rendered only while it is open. */
const ClosedByBack = ({ onClose }: { readonly onClose: () => void }) => {
  useDialog(onClose)
  return null
}

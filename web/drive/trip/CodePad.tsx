import { VisuallyHidden } from '@mantine/core'
import { digitsOf } from '@remis/domain/kit/digits'
import { IconBackspace } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import type { CodeFault } from './code-fault.ts'
import classes from './CodePad.module.css'

/** Digits of a trip code [booking-7]. */
export const codeLength = 5

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
  /** what was wrong with the last code; shown until digits are typed */
  readonly fault: CodeFault | null
}

/** Large number keys; a hardware keyboard types into the field, the phone's keyboard stays closed. */
export const CodePad = ({ label, value, onChange, onEnter, fault }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const field = useFocusKept<HTMLInputElement>(null)
  const add = (digit: string) => onChange((value + digit).slice(0, codeLength))
  return (
    <div className={classes.pad}>
      <input
        ref={field}
        className={classes.code}
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        aria-label={label}
        aria-describedby="code-hint code-fault"
        aria-invalid={fault !== null && value === ''}
        value={value}
        maxLength={codeLength}
        placeholder="•••••"
        onChange={(event) => onChange(digitsOf(event.currentTarget.value).slice(0, codeLength))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && value.length === codeLength) onEnter()
        }}
      />
      <VisuallyHidden id="code-hint">{t('drive_code_enter', { count: codeLength })}</VisuallyHidden>
      <p id="code-fault" className={classes.fault} aria-live="assertive">
        {fault !== null &&
          value === '' &&
          (fault.left === null ? t(fault.key) : t('drive_wrong_code', { count: fault.left }))}
      </p>
      <div className={classes.keys} dir="ltr">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0'].map((digit) =>
          digit === '' ? (
            <span key="gap" />
          ) : (
            <button key={digit} type="button" onClick={() => add(digit)}>
              {format.number(Number(digit))}
            </button>
          ),
        )}
        <button type="button" aria-label={t('drive_code_delete')} onClick={() => onChange(value.slice(0, -1))}>
          <IconBackspace size={24} stroke={1.75} aria-hidden />
        </button>
      </div>
    </div>
  )
}

import { Button, Text } from '@mantine/core'
import { payFormFields, type PayForm } from '@remis/domain/payments/pay-form'
import { IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { providerName } from '../platform/provider-name.ts'
import classes from './payments.module.css'

interface Props {
  readonly providers: readonly { readonly name: string; readonly link: string }[]
  readonly form: PayForm
}

/**
 * One form per provider, posted by the browser to the provider's link [payments-7]. The answer is a page, so no script
 * is involved; the policy's `form-action` lists the allowed targets.
 */
export const ProviderButtons = ({ providers, form }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.providers}>
      {providers.map(({ name, link }) => (
        <form key={name} method="post" action={link} onSubmit={(event) => event.stopPropagation()}>
          {payFormFields.map((field) => (
            <input key={field} type="hidden" name={field} value={form[field]} />
          ))}
          <Button
            type="submit"
            size="lg"
            fullWidth
            leftSection={<IconCreditCard size={20} stroke={1.75} aria-hidden />}
          >
            {t('pay_with_provider', { provider: providerName(t, name) })}
          </Button>
        </form>
      ))}
      <Text size="xs" c="dimmed">
        {t('pay_leave_hint')}
      </Text>
    </div>
  )
}

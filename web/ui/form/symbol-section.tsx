import type { MoneyStyle } from '@remis/domain/kit/format-money'

/** The currency's symbol in a field, on the side where amounts have it [fare-19]. */
export const symbolSection = (settings: Pick<MoneyStyle, 'symbol' | 'swipe_symbol'> | undefined) => ({
  [settings?.swipe_symbol === true ? 'rightSection' : 'leftSection']: <bdi dir="ltr">{settings?.symbol}</bdi>,
})

import type { Page as ListPage, Resource, ResourcePool, SwapSimBody } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { ChoiceField, SelectField, TextField, useFormValues } from '../ui/form/form.tsx';
import { FieldFault } from '../ui/form/form-values.ts';

export type SourceType = 'SIM' | 'MSISDN';

/** The fields of a source: `simFrom`, `simPool` and `simCode`, or the same of a number. */
type SourceNames<Prefix extends string> = `${Prefix}From` | `${Prefix}Pool` | `${Prefix}Code`;
export type SourceValues<Prefix extends string> = Readonly<Record<SourceNames<Prefix>, string>>;

export const emptySource = <Prefix extends string>(prefix: Prefix): SourceValues<Prefix> =>
  ({ [`${prefix}From`]: 'pool', [`${prefix}Pool`]: '', [`${prefix}Code`]: '' }) as SourceValues<Prefix>;

const texts = {
  SIM: { one: t('SIM'), code: 'ICCID', next: t('The next SIM of a pool'), named: t('The SIM with this ICCID') },
  MSISDN: { one: t('Number'), code: t('Number'), next: t('The next number of a pool'), named: t('This number') },
} as const;

/** What names the fields of a source in the request: a fault of the source stands beside the chosen one. */
export const pointersOfSource = (prefix: string, pointer: string): Readonly<Record<string, string>> => ({
  [`${prefix}Pool`]: pointer,
  [`${prefix}Code`]: pointer,
});

interface SourceFieldsProps {
  readonly prefix: string;
  readonly type: SourceType;
  /** Only pools of this broker can be the source. */
  readonly brokerId: string | undefined;
}

/** The pools of a type, with what is available in each, and whose it is where they are of several brokers. */
export function usePools(type: SourceType, brokerId: string | undefined) {
  const brokerName = useBrokerName();
  const { data } = useQuery({
    queryKey: ['pools', 'sources', type, brokerId],
    queryFn: async ({ signal }): Promise<ListPage<ResourcePool>> =>
      await linework.pools.list({ typeId: [type], limit: 100, ...(brokerId && { brokerId }) }, { signal }),
  });
  return (data?.items ?? []).map((pool) => {
    const values = { pool: pool.name, count: pool.availableResourcesCount };
    const text =
      brokerId === undefined
        ? t('{pool} of {broker} ({count} available)', { ...values, broker: brokerName(pool.brokerId) })
        : t('{pool} ({count} available)', values);
    return [pool.id, text] as const;
  });
}

/** Where a number or a SIM comes from: the next one of a pool, or one that is named. */
export function SourceFields({ prefix, type, brokerId }: SourceFieldsProps) {
  const values = useFormValues();
  const options = usePools(type, brokerId);
  const { one, code, next, named } = texts[type];
  return (
    <>
      <ChoiceField
        name={`${prefix}From`}
        label={one}
        options={[
          ['pool', next],
          ['code', named],
        ]}
      />
      {values[`${prefix}From`] === 'code' ? (
        <TextField name={`${prefix}Code`} label={code} maxLength={22} inputMode="tel" />
      ) : (
        <SelectField
          name={`${prefix}Pool`}
          label={type === 'SIM' ? t('Pool of the SIM') : t('Pool of the number')}
          none={t('Choose a pool')}
          options={options}
        />
      )}
    </>
  );
}

const digitsOf = (code: string): string => code.replaceAll(/[^\d]/g, '');

/** Whether enough is typed to look for the source. */
export function hasSource<Prefix extends string>(values: SourceValues<Prefix>, prefix: Prefix): boolean {
  if (values[`${prefix}From`] === 'pool') return values[`${prefix}Pool`] !== '';
  return digitsOf(values[`${prefix}Code`]).length >= 12;
}

/** The source as the API takes it. A code that nothing has is a fault of its field. */
export async function findSource<Prefix extends string>(
  values: SourceValues<Prefix>,
  prefix: Prefix,
  type: SourceType,
): Promise<SwapSimBody['sim']> {
  const [from, pool, code] = [values[`${prefix}From`], values[`${prefix}Pool`], values[`${prefix}Code`]];
  if (from === 'pool') return { poolId: pool };
  const externalCode = type === 'MSISDN' ? `+${digitsOf(code)}` : digitsOf(code);
  const found: ListPage<Resource> = await linework.resources.list({ typeId: [type], externalCode, limit: 1 });
  const [resource] = found.items;
  if (resource === undefined)
    throw new FieldFault(`${prefix}Code`, type === 'SIM' ? t('No SIM has this ICCID.') : t('No pool has this number.'));
  return { resourceId: resource.id };
}

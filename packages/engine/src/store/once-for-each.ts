/** Returns a function that creates a value once for each object, and then returns the same value for it. */
export function onceForEach<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const created = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const entry = created.get(key) ?? { value: create(key) };
    created.set(key, entry);
    return entry.value;
  };
}

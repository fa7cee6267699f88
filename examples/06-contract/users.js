const users = [{ id: 1, email: "ada@example.org" }];

export function findUser(id) {
  return users.find((user) => user.id === id);
}
